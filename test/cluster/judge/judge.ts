import { PROJECT } from '../../../src/dev-kit/paths.ts';
import type { ChangeRow, Evidence, HostCall, Save } from './evidence.ts';

/** Statuses of a run that is not over, so that its changes are shown as pending. */
const UNFINISHED = [ 'sending', 'retrying' ];

export interface Verdict {
	/** One sentence for each broken promise; empty when all were kept. */
	faults: string[];
	figures: {
		acknowledged: number;
		/** Acknowledged saves without a row in an environment. */
		unrecorded: number;
		pending: number;
		calls: number;
		/** Errors that WordPress showed to an editor, and connections that ended. */
		errors: number;
	};
}

/**
 * Judges what every server did.
 *
 * @param isHourOver Whether the scan of the hour has looked for changes that were not recorded.
 */
export function judge( evidence: Evidence, isHourOver: boolean ): Verdict {
	const acknowledged = evidence.saves.filter( isAcknowledged );
	const stories = evidence.environments.flatMap( ( name ) =>
		storiesOf( acknowledged, name, evidence )
	);
	const unrecorded = new Set(
		stories
			.filter( ( { rows } ) => rows.length === 0 )
			.map( ( { save } ) => save )
	);
	return {
		faults: [
			...stories.flatMap( earlyRuns ),
			...stories.flatMap( ( story ) => lostChange( story, isHourOver ) ),
			...unlistedChanges( unrecorded, evidence.listedAsNotRecorded ),
			...parallelCalls( evidence.calls ),
			...unequalNodes( evidence.checksums ),
			...pluginErrors( evidence ),
		],
		figures: {
			acknowledged: acknowledged.length,
			unrecorded: unrecorded.size,
			pending: stories.filter( ( { isPending } ) => isPending ).length,
			calls: evidence.calls.length,
			errors: evidence.saves.length - acknowledged.length,
		},
	};
}

function isAcknowledged( { status, postId }: Save ): boolean {
	return status >= 200 && status < 300 && postId !== null;
}

/** What happened to a save in an environment. */
interface Story {
	save: Save;
	environment: string;
	/** The rows that this save recorded. */
	rows: readonly ChangeRow[];
	/** All rows that name the post. */
	naming: readonly ChangeRow[];
	/** Accepted calls of the runs of these rows, the last one of each run. */
	deployedBy: readonly HostCall[];
	/** Whether a row that names the post will still be sent. */
	isPending: boolean;
	/** Whether a call that deploys the current content of the post began after the save. */
	isCovered: boolean;
}

function storiesOf(
	saves: readonly Save[],
	environment: string,
	evidence: Evidence
): Story[] {
	const rows = evidence.changes.filter(
		( row ) => row.environment === environment
	);
	const posts = Map.groupBy( saves, ( { postId } ) => postId );
	return [ ...posts ].flatMap( ( [ postId, ownSaves ] ) => {
		const naming = rows.filter( ( row ) =>
			row.posts.some( ( { id } ) => id === postId )
		);
		const seconds = Map.groupBy(
			ownSaves,
			( { modifiedSeconds } ) => modifiedSeconds
		);
		return [ ...seconds ].flatMap( ( [ second, sameSecond ] ) =>
			pair(
				sameSecond,
				naming.filter( ( row ) =>
					row.posts.some(
						( { id, modifiedSeconds } ) =>
							id === postId && modifiedSeconds === second
					)
				),
				evidence
			).map( ( paired ) =>
				storyOf( environment, paired, naming, evidence )
			)
		);
	} );
}

interface Paired {
	save: Save;
	rows: readonly ChangeRow[];
}

/**
 * Pairs saves of a post in one second with the rows that name this second, the earliest save with the row that was sent
 * first. With fewer rows, the last saves have none.
 */
function pair(
	saves: readonly Save[],
	rows: readonly ChangeRow[],
	evidence: Evidence
): Paired[] {
	const sentAt = ( row: ChangeRow ): number =>
		callOf( row, evidence )?.startedAt ?? Infinity;
	const sorted = rows.toSorted( ( a, b ) => {
		const [ one, other ] = [ sentAt( a ), sentAt( b ) ];
		return one === other ? 0 : one - other;
	} );
	return saves
		.toSorted( ( a, b ) => a.startedAt - b.startedAt )
		.map( ( save, index ) => ( {
			save,
			rows:
				index === saves.length - 1
					? sorted.slice( index )
					: sorted.slice( index, index + 1 ),
		} ) );
}

function statusOf( { runId }: ChangeRow, { runs }: Evidence ): string {
	return runs.find( ( { id } ) => id === runId )?.status ?? 'unknown';
}

/** Finds the call by which the host accepted the run of a row, the last one after a crash. */
function callOf( row: ChangeRow, evidence: Evidence ): HostCall | undefined {
	return statusOf( row, evidence ) === 'accepted'
		? evidence.calls.findLast(
				( { isAccepted, runId } ) => isAccepted && runId === row.runId
			)
		: undefined;
}

/** @param naming All rows that name the post. */
function storyOf(
	environment: string,
	{ save, rows }: Paired,
	naming: readonly ChangeRow[],
	evidence: Evidence
): Story {
	const callsOf = ( list: readonly ChangeRow[] ): HostCall[] =>
		list
			.map( ( row ) => callOf( row, evidence ) )
			.filter( ( call ) => call !== undefined );
	// A build deploys the whole site.
	const builds = evidence.calls.filter(
		( call ) =>
			call.isAccepted &&
			call.environment === environment &&
			call.lane === 'build'
	);
	return {
		save,
		environment,
		rows,
		naming,
		deployedBy: callsOf( rows ),
		isPending: naming.some(
			( row ) =>
				row.runId === 0 ||
				UNFINISHED.includes( statusOf( row, evidence ) )
		),
		isCovered: [ ...callsOf( naming ), ...builds ].some(
			( { startedAt } ) => startedAt >= save.startedAt
		),
	};
}

function nameOf( { save, environment }: Story ): string {
	const time = new Date( save.startedAt ).toISOString();
	return `the save of post ${ save.postId } at ${ time } (${ environment })`;
}

function earlyRuns( story: Story ): string[] {
	return story.deployedBy
		.filter( ( { startedAt } ) => startedAt < story.save.startedAt )
		.map(
			( { runId } ) => `Run ${ runId } began before ${ nameOf( story ) }.`
		);
}

/** A change that was not recorded has until the end of the hour. */
function lostChange( story: Story, isHourOver: boolean ): string[] {
	const isWaiting = story.rows.length === 0 && ! isHourOver;
	const isKept = story.isCovered || story.isPending || isWaiting;
	return isKept
		? []
		: [
				`No run deploys ${ nameOf( story ) }. Rows that name the post: ${ JSON.stringify( story.naming ) }.`,
			];
}

function unlistedChanges(
	unrecorded: ReadonlySet< Save >,
	listed: number
): string[] {
	const posts = [ ...unrecorded ].map(
		( { postId, startedAt } ) =>
			`${ postId } at ${ new Date( startedAt ).toISOString() }`
	);
	return posts.length <= listed
		? []
		: [
				`${ posts.length } saves have no row, and the notice counts ${ listed }: ${ posts.join( ', ' ) }.`,
			];
}

function parallelCalls( calls: readonly HostCall[] ): string[] {
	const lanes = Map.groupBy(
		calls,
		( { environment, lane } ) => `${ environment } ${ lane }`
	);
	return [ ...lanes ].flatMap( ( [ lane, own ] ) => {
		const sorted = own.toSorted( ( a, b ) => a.startedAt - b.startedAt );
		return sorted
			.filter( ( call, index ) =>
				sorted
					.slice( 0, index )
					.some( ( { endedAt } ) => endedAt > call.startedAt )
			)
			.map(
				( { startedAt, runId } ) =>
					`Two calls at a time in the lane ${ lane }: that of run ${ runId } at ${ new Date( startedAt ).toISOString() } began during another.`
			);
	} );
}

function unequalNodes( checksums: Evidence[ 'checksums' ] ): string[] {
	const nodes = Object.values( checksums );
	const tables = [ ...new Set( nodes.flatMap( Object.keys ) ) ];
	return tables
		.filter(
			( table ) =>
				new Set( nodes.map( ( node ) => node[ table ] ) ).size > 1
		)
		.map( ( table ) => `The nodes differ in ${ table }.` );
}

/** Editors and the log of PHP may show errors of WordPress, of the database and of Redis, and none of the plugin. */
function pluginErrors( { saves, phpLog }: Evidence ): string[] {
	const shown = saves
		.filter( ( { error } ) => /headless[-_ ]?deploy/i.test( error ) )
		.map( ( { error } ) => `An editor saw: ${ error }` );
	// On a node without a quorum, WordPress may answer with an empty page or an empty post. A printed error is a fault.
	const broken = saves
		.filter(
			( { status, postId, error } ) =>
				status >= 200 &&
				status < 300 &&
				postId === null &&
				/^[^{].*"id":\d/s.test( error )
		)
		.map(
			( { startedAt, error } ) =>
				`The answer to the save at ${ new Date( startedAt ).toISOString() } was not valid: “${ error }”.`
		);
	const logged = phpLog
		.split( '\n' )
		.filter(
			( line ) =>
				/PHP (?:Fatal error|Parse error|Warning|Notice|Deprecated)/.test(
					line
				) && line.includes( `${ PROJECT }/` )
		)
		.map( ( line ) => `The log of PHP has: ${ line }` );
	return [ ...shown, ...broken, ...logged ];
}
