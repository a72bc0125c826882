/** Of the style element with the fonts' faces, which must stand before this script. */
export const FACES_ID = 'faces'

/**
 * At a first visit the page's scripts come over the line before its fonts: a page that answers matters more than its own letters, and those
 * the device has stand at their width and height meanwhile (near-fonts.css). The page is set anew once, with all `files` there. Who has been
 * here has them in the browser's cache and needs no other letters first. Without JavaScript they come at once.
 */
export const lateFontsScript = (files: readonly string[]): string =>
  `(function(s,n){try{if(localStorage.fonts)return}catch(e){}s.media='not all';addEventListener('DOMContentLoaded',function(){${JSON.stringify(files)}.forEach(function(f,i,a){var l=document.createElement('link');l.rel='preload';l.as='font';l.crossOrigin='';l.fetchPriority='low';l.href=f;l.onload=l.onerror=function(){if(++n<a.length)return;s.media='all';try{localStorage.fonts=1}catch(e){}};document.head.append(l)})})})(document.getElementById('${FACES_ID}'),0)`
