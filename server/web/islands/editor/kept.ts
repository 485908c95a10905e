import type { TemplateModel } from '../../../domain/templates/model.ts'

/** Changes that the server does not have yet, in this browser. */
export interface Kept {
  revision: number
  model: TemplateModel
}

const STORE = 'drafts'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('countersign-editor', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function use<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const db = await open()
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = db.transaction(STORE, mode)
        const request = work(transaction.objectStore(STORE))
        // Not with the request: a page that is left takes back what is not committed.
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      db.close()
    }
  } catch {
    // A private window keeps nothing; the changes stay in the page.
    return null
  }
}

/**
 * Null: there is nothing to keep any more.
 *
 * @returns false where this browser keeps nothing
 */
export const keep = async (id: string, kept: Kept | null): Promise<boolean> =>
  (await use<unknown>(
    'readwrite',
    (store) => (kept ? store.put(kept, id) : store.delete(id)) as IDBRequest<unknown>,
  )) !== null

export const kept = (id: string): Promise<Kept | null | undefined> => use('readonly', (store) => store.get(id))
