import { REACTS } from './early-press.ts'

/**
 * What is typed, chosen or ticked before the page's scripts are there is told to them once they are: React leaves it in the field and knows
 * nothing of it, so the next drawing would take it away. What React has heard itself is told once more at worst, which changes nothing.
 *
 * Until then nothing else knows of it: whoever leaves a form in that moment is asked by the browser, from the very first letter on. What React
 * has heard since, it knows better.
 *
 * One field a frame: each is drawn before the next is told. React's own record of a field is led astray first (by the field's own setter), else it takes the event for no change.
 */
export const EARLY_TYPING_SCRIPT = `(function(m){${REACTS}
function g(e,v){var t=e.type,s,f;if(t==='checkbox'||t==='radio'){if(t==='radio'&&!v)return;e.checked=!v;e.click();return}
if(t!=='file'){f=document.activeElement===e&&e.setSelectionRange&&e.selectionStart;s=Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e),'value').set;if(e.tagName!=='SELECT')e.value='';s.call(e,v);if(typeof f==='number')try{e.setSelectionRange(f,f)}catch(x){}
e.dispatchEvent(new Event('input',{bubbles:true}))}e.dispatchEvent(new Event('change',{bubbles:true}))}
function w(){var d;m.forEach(function(v,e){if(d||e.isConnected&&!k(e))return;m.delete(e);if(e.isConnected){d=1;g(e,v)}});if(m.size)requestAnimationFrame(w)}
addEventListener('input',function(d){var e=d.target,t=e.type;if(!/^(INPUT|SELECT|TEXTAREA)$/.test(e.tagName))return;if(k(e)){m.delete(e);return}if(!m.size)requestAnimationFrame(w);m.set(e,t==='checkbox'||t==='radio'?e.checked:e.value);setTimeout(function(){if(k(e))m.delete(e)})},true);
addEventListener('beforeunload',function(e){m.forEach(function(v,f){if(f.form)e.preventDefault()})})})(new Map())`
