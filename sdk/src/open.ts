/**
 * What the server returns, with every choice of strings left open: it may return values that are newer than this package
 * (contract 9.3), and a `switch` needs a `default`. A single literal, such as the name of an event, stays what it is.
 */
export type Open<T> = [T] extends [string | null | undefined]
  ? OpenText<T>
  : T extends readonly (infer One)[]
    ? Open<One>[]
    : T extends object
      ? { [Key in keyof T]: Open<T[Key]> }
      : T

type OpenText<T> = string extends T ? T : IsChoice<NonNullable<T>> extends true ? T | (string & {}) : T

/** Whether it has several members: one of them is not all of them. */
type IsChoice<T, All = T> = [T] extends [never] ? false : T extends unknown ? ([All] extends [T] ? false : true) : never
