import path from 'node:path';
import type { Change } from '../lib/change-emitter.ts';
import { changeOf } from './change-topics.ts';
import { GroupCommit } from './group-commit.ts';
import { openLogSync } from './log-sync.ts';
import { ReadTurns } from './read-turns.ts';
import { openReader, openWriter } from './sqlite-connection.ts';
import { Snapshot, SqliteExecutor } from './sqlite-executor.ts';
import { makeTables } from './store.ts';
import type { Store } from './store.ts';

export const DATABASE_FILE = 'platform.db';

/**
 * @param dataFolder The folder, which exists and is locked.
 * @param onChange   Called for each change of a durable write.
 * @throws StartError `database`.
 */
export function openSqliteStore(
	dataFolder: string,
	onChange: ( change: Change ) => void = () => {}
): Store {
	const file = path.join( dataFolder, DATABASE_FILE );
	const writer = openWriter( file );
	const log = openLogSync( file );
	const reader = openReader( file );
	const snapshot = new Snapshot( reader );
	const turns = new ReadTurns();
	const committed = makeTables(
		new SqliteExecutor( reader, snapshot, turns )
	);
	/** The changes of the write that runs; writes run one after the other. */
	let written: Change[] = [];
	const recordChange = ( table: string, values: object ) => {
		const change = changeOf( table, values );
		written.push( ...( change ? [ change ] : [] ) );
	};
	const group = new GroupCommit(
		writer,
		makeTables( new SqliteExecutor( writer, null, null, recordChange ) ),
		() => snapshot.end(),
		log.sync
	);
	return {
		...committed,
		takeTurn: ( rows ) => turns.take( rows ),
		write: async ( work, onCommit ) => {
			const changes: Change[] = [];
			const answer = await group.write( ( tables ) => {
				written = changes;
				return work( tables );
			}, onCommit );
			changes.forEach( ( change ) => onChange( change ) );
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
