import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Action } from '../../src/shared/actions.ts';
import type { NoRunReason } from '../../src/shared/boot.ts';
import type {
	EnvironmentStatus,
	PendingRun,
	Problem,
	Reason,
	Run,
	RunStep,
	SaveProgress,
	Summary,
} from '../../src/shared/wire.ts';

type Facts = Partial< EnvironmentStatus >;

interface SampleFile {
	kinds: Record< string, string >;
	/** Texts of the actions; “Rebuild of Production was accepted.” is of Production. */
	actions: Record<
		Action,
		{ label: string; now: string; cancel: string; accepted: string }
	>;
	noRun: Record< NoRunReason, string >;
	base: Record< string, object >;
	runs: unknown[];
	states: Record< string, { from?: string; progress?: unknown[] } >;
}

/** What PHP says of an environment in each state, see test/php/Status/Sample_File.php. */
const WRITTEN = JSON.parse(
	readFileSync(
		join( import.meta.dirname, '../contract/environments.json' ),
		'utf8'
	)
) as SampleFile;

function complete( value: unknown, field = '' ): unknown {
	if ( Array.isArray( value ) ) {
		return value.map( ( item ) => complete( item, field ) );
	}
	if ( typeof value !== 'object' || value === null ) {
		return value;
	}
	const base = WRITTEN.base[ WRITTEN.kinds[ field ] ?? '' ];
	return Object.fromEntries(
		Object.entries( { ...base, ...value } ).map( ( [ key, item ] ) => [
			key,
			complete( item, key ),
		] )
	);
}

/** A record of a kind without differences. */
function recordOf< T >( kind: string ): T {
	return complete( WRITTEN.base[ kind ] ) as T;
}

export const { actions: ACTION_TEXTS, noRun: NO_RUN_TEXTS } = WRITTEN;

export const RUN = recordOf< Run >( 'run' );
export const PENDING_RUN = recordOf< PendingRun >( 'pendingRun' );
export const REASON = recordOf< Reason >( 'reason' );
export const PROBLEM = recordOf< Problem >( 'problem' );

const RUNS = complete( WRITTEN.runs, 'lastRun' ) as Run[];

const SAMPLES: Record< string, EnvironmentStatus > = {};

/** Finds the entry that “pending/sending” names; other entries are written out. */
function referenced( entry: unknown ): unknown {
	if ( typeof entry !== 'string' ) {
		return complete( entry, 'progress' );
	}
	const slash = entry.lastIndexOf( '/' );
	return SAMPLES[ entry.slice( 0, slash ) ]?.progress.find(
		( { stage } ) => stage === entry.slice( slash + 1 )
	);
}

for ( const [ state, written ] of Object.entries( WRITTEN.states ) ) {
	const { from = '', progress, ...facts } = written;
	SAMPLES[ state ] = {
		...SAMPLES[ from ],
		...( complete( facts ) as EnvironmentStatus ),
		...( progress && {
			progress: progress.map( referenced ) as SaveProgress[],
		} ),
	};
}

function laneOf( { lane, pending, lastRun }: Facts ) {
	return lane ?? pending?.[ 0 ]?.lane ?? lastRun?.lane ?? 'build';
}

function failedState( facts: Facts ): string {
	const { lastRun } = facts;
	if ( lastRun?.accepted === true ) {
		return 'buildFailed';
	}
	if ( laneOf( facts ) === 'refresh' ) {
		return 'refreshFailed';
	}
	return lastRun?.httpStatus === 0 ? 'unreachable' : 'failed';
}

function liveState( facts: Facts ): string {
	const { lastRun } = facts;
	const lane = laneOf( facts );
	if ( lane !== 'build' ) {
		return lane === 'cache' ? 'purgeInsteadLive' : 'refreshLive';
	}
	if ( lastRun?.live?.pageStatus === 'gone' ) {
		return 'gone';
	}
	return lastRun?.build ? 'built' : 'live';
}

function acceptedState( facts: Facts ): string {
	const { planChange, nextCheckAt, trackedLanes, frontEndUrl } = facts;
	const lane = laneOf( facts );
	const isTracked = trackedLanes?.includes( lane ) ?? Boolean( nextCheckAt );
	switch ( lane ) {
		case 'cache':
			return planChange && isTracked ? 'purgeInsteadAccepted' : 'purged';
		case 'refresh':
			return isTracked ? 'refreshAccepted' : 'refreshUnchecked';
		default:
			if ( isTracked ) {
				return 'accepted';
			}
			return frontEndUrl === '' ? 'withoutAddress' : 'unconfirmed';
	}
}

function sendingState( facts: Facts ): string {
	if ( facts.pending?.length ) {
		return 'sendingWithPending';
	}
	return laneOf( facts ) === 'refresh' ? 'refreshSending' : 'sending';
}

function pausedState( { paused }: Facts ): string {
	const { reason = 'person', by, nextAttemptAt } = paused ?? {};
	if ( reason === 'person' && by === null ) {
		return 'paused/person/unknown';
	}
	return reason === 'token' && nextAttemptAt
		? 'paused/token/retried'
		: `paused/${ reason }`;
}

function pendingState( facts: Facts ): string {
	switch ( laneOf( facts ) ) {
		case 'refresh':
			return 'refreshPending';
		case 'cache':
			return facts.planChange ? 'purgeInsteadPending' : 'pending';
		default:
			return 'pending';
	}
}

/** Finds the sample of the state of an environment. */
function stateOf( facts: Facts ): string {
	const { status = 'upToDate', lastRun } = facts;
	switch ( status ) {
		case 'sending':
			return sendingState( facts );
		case 'pending':
			return pendingState( facts );
		case 'building':
			return lastRun?.message ? 'unseenBuild' : 'building';
		case 'paused':
			return pausedState( facts );
		case 'failed':
			return failedState( facts );
		case 'upToDate':
			if ( lastRun === null ) {
				return 'connected';
			}
			return lastRun?.status === 'live'
				? liveState( facts )
				: acceptedState( facts );
		default:
			return status;
	}
}

/** What PHP says of an environment in a state, a key of `states` in the file. */
export function sample( state: string ): EnvironmentStatus {
	const found = SAMPLES[ state ];
	if ( found === undefined ) {
		throw new Error( `No sample of ${ state }.` );
	}
	return found;
}

function sampleOf( facts: Facts ): EnvironmentStatus {
	return sample( stateOf( facts ) );
}

function timesOf( run: Run | undefined | null ): ( string | null )[] {
	const { createdAt, finishedAt, trackedAt, build } = run ?? {};
	const { startedAt, finishedAt: builtAt } = build ?? {};
	return [ createdAt, finishedAt, trackedAt, startedAt, builtAt ].map(
		( at ) => at ?? null
	);
}

function dueOf( run: PendingRun | undefined ): string | null {
	return run?.nextAttemptAt ?? run?.dueAt ?? null;
}

function problemOf( { problem, remedy = '' }: Facts ): string {
	return [ problem?.message ?? '', remedy ]
		.filter( ( text ) => text !== '' )
		.join( ' ' );
}

/** What stands in the texts of a sample, in the same order for each environment. */
function valuesOf( facts: Facts ): ( string | null )[] {
	return [
		...timesOf( facts.sending?.[ 0 ] ),
		...timesOf( facts.lastRun ),
		dueOf( facts.pending?.[ 0 ] ),
		facts.label ?? 'Production',
		facts.frontEndUrl ? new URL( facts.frontEndUrl ).host : null,
		problemOf( facts ),
	];
}

function rebased< T >( texts: T, written: Facts, facts: Facts ): T {
	const after = valuesOf( { ...written, ...facts } );
	const changed = valuesOf( written ).reduce< string >(
		( json, value, index ) => {
			const to = after[ index ];
			return value && to && value !== to
				? json.replaceAll(
						JSON.stringify( value ).slice( 1, -1 ),
						JSON.stringify( to ).slice( 1, -1 )
					)
				: json;
		},
		JSON.stringify( texts )
	);
	return JSON.parse( changed ) as T;
}

function runOf( { stage }: SaveProgress, facts: Facts ): number | null {
	switch ( stage ) {
		case 'sending':
			return facts.sending?.[ 0 ]?.id ?? null;
		case 'canceled':
			return facts.undeployed?.[ 0 ]?.run ?? null;
		default:
			return facts.lastRun?.id ?? null;
	}
}

/** The entries of a sample, with the run, the times and the names of an environment. */
function progressOf( facts: Facts ): SaveProgress[] {
	const written = sampleOf( facts );
	const said = JSON.stringify( written.lastRun?.headline );
	return written.progress.map( ( entry ) => {
		const { headline } = facts.lastRun ?? {};
		const isOfRun = headline && JSON.stringify( entry.headline ) === said;
		return {
			...rebased( entry, written, facts ),
			lane: laneOf( facts ),
			...( entry.run !== null && { run: runOf( entry, facts ) } ),
			...( isOfRun && { headline } ),
		};
	} );
}

/** What the server says of a save on an environment. */
export function sampleProgress( facts: Facts ): SaveProgress[] {
	const { saveLane, pending = [], otherLastRuns = [] } = facts;
	if ( ! saveLane ) {
		return progressOf( facts );
	}
	const { lane, status } = saveLane;
	const first = progressOf( {
		...facts,
		lane,
		status,
		pending: pending.filter( ( run ) => run.lane === lane ),
		lastRun: otherLastRuns.find( ( run ) => run.lane === lane ) ?? null,
	} ).filter( ( { stage } ) => stage !== 'resting' );
	return first.some( ( { anySave } ) => anySave )
		? first
		: [ ...first, ...progressOf( facts ) ];
}

/** The steps on the card. */
export function sampleSteps( facts: Facts ): RunStep[] {
	const written = sampleOf( facts );
	return rebased( written.steps, written, facts );
}

/** What the card says: the words of the sample, or those of the run, the pause or the canceled changes of a test. */
export function sampleSummary( facts: Facts ): Summary {
	const written = sampleOf( facts );
	const { symbol, headline, detail, next } = written;
	const shown = rebased( { symbol, headline, detail, next }, written, facts );
	const { lastRun, undeployed = [] } = facts;
	const isOfRun = lastRun && headline.text === written.lastRun?.headline.text;
	const [ changes ] = facts.status === 'canceled' ? undeployed : [];
	return {
		...shown,
		...( isOfRun && {
			symbol: lastRun.symbol,
			headline: lastRun.headline,
		} ),
		...( changes && {
			headline: { text: changes.headline },
			detail: { text: changes.message },
		} ),
	};
}

/** What a run of this result is called: the words of the sample with the same status, and for these the same action or error. */
export function sampleRun( facts: Partial< Run > ): Run {
	const run = { ...RUN, ...facts };
	const ofStatus = RUNS.filter(
		( { status, accepted } ) =>
			status === run.status &&
			( status !== 'failed' || accepted === ( facts.accepted ?? false ) )
	);
	const written =
		ofStatus.find(
			( { action, errorCode } ) =>
				action === run.action && errorCode === run.errorCode
		) ?? ofStatus[ 0 ];
	if ( written === undefined ) {
		throw new Error( `No sample of a run that is ${ run.status }.` );
	}
	const { accepted, symbol, headline, resultAt } = written;
	return {
		...run,
		accepted,
		title: ACTION_TEXTS[ run.action ].label,
		...rebased(
			{ symbol, headline, resultAt },
			{ lastRun: written },
			{ lastRun: run }
		),
		...facts,
	};
}
