import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface SmtpStandIn {
  /** For `MAIL_URL`. */
  url: string
  /** Messages accepted, headers and all. */
  messages: { from: string; to: string[]; data: string }[]
  /** Line that replaces the answer to a command (`AUTH`, `RCPT`, `RCPT ada@example.com`, `DATA` for the end of the message); '': no answer. */
  answer(command: string, line: string | null): void
  /** Line that answers the end of a message of more characters; null: any size is accepted. */
  limit(characters: number, line: string | null): void
  /** Accepts the message that was left without an answer. */
  resume(): void
  /** Messages received to their end, answered or not. */
  offered(): number
  close(): Promise<void>
}

/** The part of RFC 5321 that a client sees of a server accepting a message, with AUTH PLAIN (RFC 4954). */
export async function startSmtp(): Promise<SmtpStandIn> {
  const messages: SmtpStandIn['messages'] = []
  const answers = new Map<string, string>()
  const sockets = new Set<Socket>()
  let offered = 0
  let largest: { characters: number; line: string } | null = null
  let waiting = () => {}

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let pending = ''
    let data: string[] | null = null
    let envelope = { from: '', to: [] as string[] }
    const say = (command: string, line: string) => {
      const answer = answers.get(command) ?? line
      if (answer) socket.write(`${answer}\r\n`)
    }

    function take(line: string): void {
      if (data) {
        if (line !== '.') return void data.push(line)
        offered++
        const message = { ...envelope, data: data.join('\n') }
        waiting = () => {
          messages.push(message)
          socket.write('250 kept\r\n')
        }
        data = null
        if (largest && message.data.length > largest.characters) socket.write(`${largest.line}\r\n`)
        else if (answers.has('DATA')) say('DATA', '')
        else waiting()
        return
      }
      const command = line.slice(0, 4).toUpperCase()
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (command === 'EHLO') return void socket.write('250-stand-in\r\n250 AUTH PLAIN\r\n')
      if (command === 'AUTH') return void say('AUTH', '235 welcome')
      if (command === 'MAIL') envelope = { from: address, to: [] }
      if (command === 'RCPT') {
        const refusal = answers.get(`RCPT ${address}`)
        if (refusal) return void socket.write(`${refusal}\r\n`)
        if (!answers.has('RCPT')) envelope.to.push(address)
      }
      if (command === 'DATA') {
        data = []
        return void socket.write('354 go on\r\n')
      }
      say(command, command === 'QUIT' ? '221 bye' : '250 ok')
    }

    socket.setEncoding('utf8').on('data', (text: string) => {
      pending += text
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        take(line)
      }
    })
    socket.write('220 stand-in\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://user:pass@127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    offered: () => offered,
    limit(characters, line) {
      largest = line === null ? null : { characters, line }
    },
    resume() {
      answers.delete('DATA')
      waiting()
    },
    answer(command, line) {
      if (line === null) answers.delete(command)
      else answers.set(command, line)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
