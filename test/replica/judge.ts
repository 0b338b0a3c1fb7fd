import type { RecordedCall } from '../cluster/servers/recorded-host.ts';

/** What happened, by the clock of this machine. All is of one lane. */
export interface Records {
	/** Saves of a post follow each other. */
	saves: readonly Save[];
	rows: readonly ChangeRow[];
	runs: readonly { id: number; status: string }[];
	calls: readonly Pick< RecordedCall, 'startedAt' | 'endedAt' | 'status' >[];
}

export interface Save {
	postId: number;
	/** Milliseconds since 1970. */
	startedAt: number;
}

export interface ChangeRow {
	/** 0 while it is pending. */
	runId: number;
	/** The posts that it names. */
	postIds: readonly number[];
}

/** @return One sentence for each broken promise; empty when every save is in one accepted run that began after it. */
export function faultsOf( records: Records ): string[] {
	return [
		...brokenRuns( records ),
		...parallelCalls( records ),
		...lostSaves( records ),
	];
}

/** The host accepts all calls, so each run is one call, in the same order. */
function brokenRuns( { runs, rows, calls }: Records ): string[] {
	const faults = runs.flatMap( ( { id, status } ) => [
		...( status === 'accepted' ? [] : [ `Run ${ id } is ${ status }.` ] ),
		...( rows.some( ( { runId } ) => runId === id )
			? []
			: [ `Run ${ id } has no changes.` ] ),
	] );
	return runs.length === calls.length
		? faults
		: [ ...faults, `${ runs.length } runs made ${ calls.length } calls.` ];
}

function parallelCalls( { calls }: Records ): string[] {
	return calls.slice( 1 ).flatMap( ( { startedAt }, index ) => {
		const end = calls[ index ]?.endedAt ?? Infinity;
		return startedAt < end
			? [ `Call ${ index + 2 } began before call ${ index + 1 } ended.` ]
			: [];
	} );
}

function lostSaves( { saves, rows, runs, calls }: Records ): string[] {
	const posts = Map.groupBy( saves, ( { postId } ) => postId );
	return [ ...posts ].flatMap( ( [ postId, own ] ) => {
		const found = rows.filter( ( row ) => row.postIds.includes( postId ) );
		if ( found.length !== own.length ) {
			return [
				`Post ${ postId } was saved ${ own.length } times and has ${ found.length } rows.`,
			];
		}
		return own.flatMap( ( { startedAt }, index ) => {
			const runId = found[ index ]?.runId;
			const call = calls[ runs.findIndex( ( { id } ) => id === runId ) ];
			return call && call.startedAt >= startedAt
				? []
				: [
						`No run deploys save ${ index + 1 } of post ${ postId } (run ${ runId }).`,
					];
		} );
	} );
}
