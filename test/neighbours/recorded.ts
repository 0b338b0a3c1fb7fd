import type { Database } from '../concurrency/database.ts';

/** A change, for example `updated post 7`, in its lane. */
export interface RecordedChange {
	lane: string;
	text: string;
}

interface Reason {
	event: string;
	type: string;
	id: number;
	name?: string;
	meta?: string;
	again?: number;
}

const CHANGES = 'wp_headless_deploy_changes';
const RUNS = 'wp_headless_deploy_runs';

function describe( reason: Reason ): string {
	const subject = reason.id > 0 ? String( reason.id ) : ( reason.name ?? '' );
	return `${ reason.event } ${ reason.type } ${ subject }`;
}

/** Returns the recorded changes, oldest first, and deletes them. */
export async function takeChanges(
	database: Database
): Promise< RecordedChange[] > {
	const rows = await database.query(
		`SELECT lane, reasons FROM ${ CHANGES } ORDER BY id`
	);
	await database.query( `DELETE FROM ${ CHANGES }` );
	return rows.flatMap( ( { lane, reasons } ) =>
		( JSON.parse( reasons ?? '[]' ) as Reason[] )
			.reverse()
			.map( ( reason ) => ( {
				lane: lane ?? '',
				text: describe( reason ),
				...( reason.meta ? { meta: reason.meta } : {} ),
			} ) )
	);
}

/** Returns the changes that start a run, each once. */
export function startingRuns( changes: readonly RecordedChange[] ): string[] {
	return [
		...new Set(
			changes
				.filter( ( { lane } ) => lane !== 'refresh' )
				.map( ( { text } ) => text )
		),
	].sort();
}

export async function countRuns( database: Database ): Promise< number > {
	const [ row ] = await database.query(
		`SELECT COUNT(*) AS n FROM ${ RUNS }`
	);
	return Number( row?.n );
}
