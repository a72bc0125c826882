import { CLOCK_COOKIE, readClock, type ReaderClock } from '#core/time-zone.ts'
import { FORMS } from './date-forms.ts'
import { useVisit } from '../visit.tsx'
import { remembered } from '../remembered.ts'
import { NO_CLOCK, UTC } from './browser-clock.ts'

/**
 * Tells the server how this browser's clock looks; the server draws the next page by it. A page drawn by none needs that for its own times,
 * before anything else is asked. One drawn by a clock is painted first: the first look at a clock takes as long as the layout of a page.
 */
export const CLOCK_SCRIPT = `(function(f){if(document.documentElement.dataset.clock)f();else requestAnimationFrame(function(){setTimeout(f)})})(function(o,r,c){try{r=/-([A-Z]{2})\\b/.exec(navigator.language);o=Intl.DateTimeFormat(navigator.language,{hour:'numeric'}).resolvedOptions();c='${CLOCK_COOKIE}='+o.timeZone+'.'+(o.hour12?12:24)+'.'+(r?r[1]:'');if(('; '+document.cookie+';').indexOf('; '+c+';')<0)document.cookie=c+';path=/;max-age=31536000;samesite=lax'}catch(e){}})`

/**
 * At a first visit the server knew no clock and drew UTC. This stands behind the page's html and tells every moment of it (`Moment`) by the
 * browser's clock before it is painted (each form is made once: that is what takes its time); React, which takes over with UTC, comes to the same
 * texts right after.
 */
export const FIRST_VISIT_SCRIPT = `(function(h){try{var c=(/(?:^|; )${CLOCK_COOKIE}=([^;]*)/.exec(document.cookie)||[])[1];if(!c||!h.dataset.clock||c===h.dataset.clock)return;var p=c.split('.'),z={timeZone:p[0]},F=${JSON.stringify(FORMS)},G={},D;
function f(n,s){var i=n+s,o=G[i];if(o)return o;o=Object.assign({},F[n],z);if(o.hour){o.hourCycle=p[1]==='12'?'h12':'h23';if(p[1]==='12')o.hour='numeric'}if(s)o.timeZoneName='short';return G[i]=new Intl.DateTimeFormat(h.dataset.tag,o)}
function k(t){return(f('time',1).formatToParts(t).find(function(x){return x.type==='timeZoneName'})||{}).value||p[0]}
function y(t){D=D||new Intl.DateTimeFormat('en-CA',{timeZone:p[0],year:'numeric',month:'2-digit',day:'2-digit'});return Math.round(Date.parse(D.format(t))/864e5)}
document.querySelectorAll('[data-at]').forEach(function(e){var t=+e.dataset.at,a=e.dataset.as.split(' '),n=a[0],d,w;
if(n==='zone')e.textContent=k(t);else if(n==='line')e.textContent=e.dataset.words.replace('|',p[0].replace(/_/g,' ')+' ('+k(t)+')');
else if(n==='day'){d=y(t)-y(Date.now());w=e.dataset.words.split('|');e.textContent=w[[0,1,-1].indexOf(d)]||f(d>1&&d<7?'weekday':'date').format(t)}
else e.textContent=f(n,a[1]).format(t)})}catch(e){}})(document.documentElement)`

/** The browser's clock; while the server draws and the page is taken over, the one it was drawn for: UTC at a first visit. */
export const useReaderClock = (): ReaderClock => clockOf(useVisit().clock ?? NO_CLOCK)
const clockOf = remembered((text) => readClock(text) ?? UTC)
