import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigError } from '../config.ts'

/**
 * Listens on a port and an address that settings name; 0 picks a free port.
 * @returns the port
 * @throws ConfigError when the port is taken or not permitted, or this machine has no such address
 */
export async function listening(
  server: Server,
  [port, portSetting]: [number, setting: string],
  [host, hostSetting]: [string, setting: string],
): Promise<number> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw problem(error as NodeJS.ErrnoException) ?? error
  }
  return (server.address() as AddressInfo).port

  function problem({ code, message }: NodeJS.ErrnoException): ConfigError | null {
    if (code === 'EADDRINUSE')
      return new ConfigError([`${portSetting}: another program listens on ${port}; end it, or set another port`])
    if (code === 'EACCES')
      return new ConfigError([`${portSetting}: this user may not listen on ${port}; set one from 1024 on`])
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return new ConfigError([`${hostSetting}: this machine has no such address (${message})`])
    return null
  }
}
