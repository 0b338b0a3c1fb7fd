import path from 'node:path';
import { GroupCommit } from './group-commit.ts';
import { openLogSync } from './log-sync.ts';
import { openReader, openWriter } from './sqlite-connection.ts';
import { Snapshot, SqliteExecutor } from './sqlite-executor.ts';
import { makeTables } from './store.ts';
import type { Store } from './store.ts';

export const DATABASE_FILE = 'platform.db';

/**
 * @param dataFolder The folder, which exists and is locked.
 * @param onChange   Called after each durable write.
 * @throws StartError `database`.
 */
export function openSqliteStore(
	dataFolder: string,
	onChange: () => void = () => {}
): Store {
	const file = path.join( dataFolder, DATABASE_FILE );
	const writer = openWriter( file );
	const log = openLogSync( file );
	const reader = openReader( file );
	const snapshot = new Snapshot( reader );
	const committed = makeTables( new SqliteExecutor( reader, snapshot ) );
	const group = new GroupCommit(
		writer,
		makeTables( new SqliteExecutor( writer ) ),
		() => snapshot.end(),
		log.sync
	);
	return {
		...committed,
		write: async ( work, onCommit ) => {
			const answer = await group.write( work, onCommit );
			onChange();
			return answer;
		},
		check: async () => {
			await group.write( ( { checks } ) =>
				checks.recordCheck( new Date() )
			);
			await committed.checks.lastCheckedAt();
		},
		close: async () => {
			await group.close();
			log.close();
			reader.close();
			writer.close();
		},
	};
}
