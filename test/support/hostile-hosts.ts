import type { NameServer } from './dns.ts'

/** The hosts file that lists some of the names below. */
export const HOSTS_FILE = '127.0.0.1 localhost\n127.0.0.1 canary.corp.example # ours\n10.0.0.9 db.corp.example\n'

/** Hosts that must never be contacted. */
export const HOSTILE_HOSTS = [
  // Loopback and "this host" in every notation that URL parsers know.
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '0177.0.0.01',
  '017700000001',
  '127.000.000.001',
  '0x7f.0x0.0x0.0x1',
  '127.0.0.1.',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '00.0.0.0',
  '0x0',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127%2e0%2e0%2e1',
  // Private, shared, link-local and metadata, documentation, benchmark, multicast, broadcast, reserved.
  '10.0.0.1',
  '10.255.255.255',
  '012.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '0xc0a80001',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6: loopback, unspecified, mapped, compatible, translated, NAT64, 6to4, Teredo, local, site-local, multicast,
  // documentation, discard-only, SRv6.
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0a00:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::1]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[febf::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  '[5f00::1]',
  '[2620:4f:8000::1]',
  '[4000::1]',
  // Names that only resolve locally.
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'printer.local',
  'metadata.google.internal',
  'intranet',
  'router.home.arpa',
  'host.localdomain',
  'canary.corp.example',
  'Canary.Corp.Example.',
  'db.corp.example',
  // Names whose answers point inside (see the name server below), and one with both kinds.
  'inside.test',
  'inside6.test',
  'metadata.test',
  'mixed.test',
  'mixed6.test',
  'mapped.test',
]

/** Configures the name server with what the names among them resolve to. */
export function hostileNames(dns: NameServer): void {
  dns.names.set('inside.test', ['127.0.0.1'])
  dns.names.set('inside6.test', ['::1'])
  dns.names.set('metadata.test', ['169.254.169.254'])
  dns.names.set('mixed.test', ['93.184.216.34', '127.0.0.1'])
  dns.names.set('mixed6.test', ['93.184.216.34', '::1'])
  dns.names.set('mapped.test', ['::ffff:127.0.0.1'])
}
