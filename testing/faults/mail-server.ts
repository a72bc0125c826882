import net from 'node:net'

/** `refuses`: nobody listens. `silent`: connections are taken and never answered. */
export type Mood = 'takes' | 'refuses' | 'silent'
export type MailServer = {
  readonly port: number
  readonly set: (mood: Mood) => Promise<void>
  /** Codes that came for an address, oldest first. */
  readonly codes: (recipient: string) => readonly string[]
  /** How many mails came twice. */
  readonly doubles: () => number
  readonly stop: () => Promise<void>
}

/** A mail server of ours: it keeps the codes of what it takes. */
export async function mailServer(): Promise<MailServer> {
  const received = new Map<string, string[]>()
  const sockets = new Set<net.Socket>()
  let mood: Mood = 'takes'
  let doubles = 0
  const take = (recipients: readonly string[], text: string): void => {
    const code = /\d{8}/.exec(text)?.[0]
    if (!code) return
    for (const recipient of recipients) {
      const codes = received.get(recipient) ?? []
      if (codes.includes(code)) doubles++
      received.set(recipient, [...codes, code])
    }
  }
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (mood === 'takes') talk(socket, take)
  })
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  await listen(0)
  const { port } = server.address() as net.AddressInfo
  return {
    port,
    set: async (next) => {
      mood = next
      if (mood === 'refuses') return close()
      for (const socket of sockets) socket.destroy()
      if (!server.listening) await listen(port)
    },
    codes: (recipient) => received.get(recipient) ?? [],
    doubles: () => doubles,
    stop: close,
  }
}

/** As much of SMTP as a sender needs. */
function talk(socket: net.Socket, take: (recipients: readonly string[], text: string) => void): void {
  let held = ''
  let recipients: string[] = []
  let isData = false
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  say('220 mail of the fault suite')
  socket.on('data', (chunk: Buffer) => {
    held += chunk.toString()
    for (;;) {
      const end = isData ? held.indexOf('\r\n.\r\n') : held.indexOf('\r\n')
      if (end < 0) return
      const text = held.slice(0, end)
      held = held.slice(end + (isData ? 5 : 2))
      if (isData) {
        take(recipients, text)
        recipients = []
        isData = false
        say('250 taken')
      } else if (/^data/i.test(text)) {
        isData = true
        say('354 go on')
      } else if (/^quit/i.test(text)) {
        say('221 bye')
        socket.end()
      } else {
        const to = /^rcpt to:<([^>]*)>/i.exec(text)?.[1]
        if (to) recipients.push(to.toLowerCase())
        say('250 ok')
      }
    }
  })
}
