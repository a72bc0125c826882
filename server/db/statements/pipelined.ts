import type { ConnectionProvider, DatabaseConnection, Kysely } from 'kysely'

/**
 * Statements of one change that are sent at once go out one behind the other, in the order in which they were asked, without waiting for each
 * answer: Kysely itself holds each back until the one before it is answered. How they go out together stands in turns.ts.
 */
export function pipelineChanges<Tables>(db: Kysely<Tables>): void {
  const executor = db.getExecutor()
  const onConnection = executor.withConnectionProvider.bind(executor)
  executor.withConnectionProvider = (provider) => onConnection(unheld(provider))
}

/** The one connection of a change for whoever asks, also while others use it. */
function unheld(provider: ConnectionProvider): ConnectionProvider {
  let connection: Promise<DatabaseConnection> | undefined
  return {
    provideConnection: async (consumer) => {
      connection ??= provider.provideConnection(async (one) => one)
      return consumer(await connection)
    },
  }
}
