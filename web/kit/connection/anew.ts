import { noop, QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type QueryKey } from '@tanstack/react-query'

/**
 * Asks anew also for what is on its way for the first time: the library lets such a question be, though its answer may be older than the
 * news, and takes what comes for new.
 */
export class AskingAnew extends QueryClient {
  readonly #waiting = new WeakSet<Promise<unknown>>()

  override invalidateQueries<K extends QueryKey = QueryKey>(filters?: InvalidateQueryFilters<K>, options?: InvalidateOptions): Promise<void> {
    for (const { state, promise, queryKey } of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      if (state.data !== undefined || !promise || this.#waiting.has(promise)) continue
      this.#waiting.add(promise)
      void promise.catch(noop).then(() => super.invalidateQueries({ queryKey, exact: true }))
    }
    return super.invalidateQueries(filters, options)
  }
}
