/** In the scripts before the first paint: `k(element)`, whether React has taken it over. */
export const REACTS = `function k(e){return Object.keys(e).some(function(n){return n.indexOf('__reactProps')===0})}`
/** How long a press waits for the page to be taken over; who has waited longer has gone on to something else. */
const PATIENCE_MS = 10_000

/**
 * A button pressed before the page's scripts are there is pressed once they are, while it is still on the page: all that stay pressed, one after
 * the other, and of the others the last one only. A form sent that early waits likewise, and does not load the page anew. Where React itself
 * takes the press, having come in between, that is all. One a frame: what the former has changed is drawn before the next.
 */
export const EARLY_PRESS_SCRIPT = `(function(q,u){${REACTS}
function p(b){return b.hasAttribute('aria-pressed')}
function w(){if(!q[0])return;if(Date.now()>u){q=[];return}if(!q[0].isConnected)q.shift();else if(k(q[0]))q.shift().click();requestAnimationFrame(w)}
addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('button');if(!b||k(b))return;setTimeout(function(){if(k(b))return;var n=!q[0];if(!p(b))q=q.filter(p);q.push(b);u=Date.now()+${PATIENCE_MS};if(n)w()})},true);
addEventListener('submit',function(e){if(!k(e.target))e.preventDefault()},true)})([])`
