import { createSocket, type RemoteInfo } from 'node:dgram'
import ipaddr from 'ipaddr.js'

type Answer = string[] | 'nxdomain' | 'silent'

export interface NameServer {
  /** For `DNS_SERVERS`. */
  address: string
  /**
   * The addresses (both families) and mail exchangers (`mx 10 mail.test`) a name has; a function gets the number
   * of earlier queries for it.
   */
  names: Map<string, Answer | ((query: number) => Answer)>
  /** Names whose answers take this long; milliseconds. */
  delays: Map<string, number>
  /** From now on names that were `silent` do not exist, which those hear who have asked for them. */
  answerSilent(): void
  close(): Promise<void>
}

const TYPES = { A: 1, MX: 15, AAAA: 28 }
const NXDOMAIN = 3

/** A name server on a UDP port of this machine: knows `names`, never answers for `silent`, NXDOMAIN for the rest. */
export async function startNameServer(): Promise<NameServer> {
  const names: NameServer['names'] = new Map()
  const delays: NameServer['delays'] = new Map()
  const asked = new Map<string, number>()
  const unanswered: (() => void)[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type } = question(query)
    const entry = names.get(name) ?? 'nxdomain'
    const key = `${name} ${type}`
    const count = asked.get(key) ?? 0
    asked.set(key, count + 1)
    const answer = typeof entry === 'function' ? entry(count) : entry
    if (answer === 'silent') unanswered.push(() => socket.emit('message', query, from))
    else reply(query, from, answer)
  })
  const reply = (query: Buffer, from: RemoteInfo, answer: Exclude<Answer, 'silent'>) => {
    const { name, type, end } = question(query)
    const wanted = answer === 'nxdomain' ? [] : answer.map(parseRecord).filter((record) => record.type === type)
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (answer === 'nxdomain' ? NXDOMAIN : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(wanted.length, 6)
    const records = wanted.map(({ data }) => {
      const record = Buffer.alloc(12)
      // The name is a pointer to the one in the question; class IN, time to live 0.
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(type, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt16BE(data.length, 10)
      return Buffer.concat([record, data])
    })
    const message = Buffer.concat([header, query.subarray(12, end), ...records])
    const send = () => socket.send(message, from.port, from.address)
    const delay = delays.get(name)
    if (delay === undefined) send()
    else setTimeout(send, delay).unref()
  }
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    names,
    delays,
    answerSilent() {
      for (const [name, answer] of names) if (answer === 'silent') names.set(name, 'nxdomain')
      for (const ask of unanswered.splice(0)) ask()
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function parseRecord(text: string): { type: number; data: Buffer } {
  const mx = /^mx (\d+) (.*)$/.exec(text)
  if (mx) {
    const labels = mx[2]!.split('.').filter(Boolean)
    const name = labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')]))
    return { type: TYPES.MX, data: Buffer.concat([Buffer.from([0, Number(mx[1])]), ...name, Buffer.from([0])]) }
  }
  const address = ipaddr.parse(text)
  return { type: address.kind() === 'ipv4' ? TYPES.A : TYPES.AAAA, data: Buffer.from(address.toByteArray()) }
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}
