/** A variable of the environment; undefined in runtimes without a process, such as browsers and edge workers. */
export function environment(name: string): string | undefined {
  return globalThis.process?.env?.[name]
}
