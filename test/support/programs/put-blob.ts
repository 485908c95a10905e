import { openStorage } from '../../../server/storage/index.ts'

// Puts a blob under the key, for a test that watches the system calls: put-blob.ts DATA_DIR KEY.
const [dataDir, key] = process.argv.slice(2) as [string, string]
const url = (region: string) => `file:${dataDir}/blobs/${region}`
const storage = await openStorage({ urls: { eu: url('eu'), ch: url('ch'), us: url('us') }, dataDir, now: new Date() })
await storage.region('eu').put(key, { bytes: Buffer.from('a file') })
