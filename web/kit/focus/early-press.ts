/** In the scripts before the first paint: `k(element)`, whether React has taken it over. */
export const REACTS = `function k(e){return Object.keys(e).some(function(n){return n.indexOf('__reactProps')===0})}`
/** How long a press waits for the page to be taken over; who has waited longer has gone on to something else. */
const PATIENCE_MS = 10_000

/**
 * A button pressed before the page's scripts are there is pressed once they are: the last one only, while it is still on the page. A form
 * sent that early waits likewise, and does not load the page anew. Where React itself takes the press, having come in between, that is all.
 */
export const EARLY_PRESS_SCRIPT = `(function(l,u){${REACTS}
function w(){if(!l)return;if(!l.isConnected||Date.now()>u)l=null;else if(k(l)){var b=l;l=null;b.click()}else requestAnimationFrame(w)}
addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('button');if(!b||k(b))return;setTimeout(function(){if(k(b))return;var n=!l;l=b;u=Date.now()+${PATIENCE_MS};if(n)w()})},true);
addEventListener('submit',function(e){if(!k(e.target))e.preventDefault()},true)})()`
