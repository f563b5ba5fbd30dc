import { OBSTACLE_TEXTS } from '#contracts/item/uses.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { removeDemoData } from '#server/setup/demo-data.ts'

if (process.argv[2] !== 'remove') {
  console.error('npm run demo -- remove    remove the demo catalogue and its customers; your own data stays')
  process.exit(1)
}
const database = await openDatabase(readConfig())
const { items, kept, enquiries } = await removeDemoData(database.db)
await database.close()
console.log(`Removed ${items} demo items and ${enquiries} demo enquiries.`)
if (kept.length > 0) console.log(`${kept.length} demo items stay, because they are in use:`)
for (const { name, uses } of kept)
  console.log(`  ${name}: it ${uses.map((use) => OBSTACLE_TEXTS[use]).join(', ')}`)
if (items > 0) console.log('Restart the site if it is running, so that its pages show the change.')
