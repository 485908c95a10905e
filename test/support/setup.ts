import { setDefaultResultOrder } from 'node:dns'

// `localhost` in a test means the 127.0.0.1 that its receivers listen on.
setDefaultResultOrder('ipv4first')
