// Removes the test run's database with the files that SQLite keeps beside it.
import { rmSync } from 'node:fs';

export default function teardown(): void {
  const database = process.env.RIGWISE_TEST_DATABASE;
  if (!database) return;
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
}
