import type { JsonClient } from '../../src/dev-kit/json-client.ts';
import { isMoving, nextDispatchMs } from '../../src/live/due-time.ts';
import { Scheduler } from '../../src/live/scheduler.ts';
import type { Status } from '../../src/shared/wire.ts';

/** As in src/editor/index.tsx. */
const MOVING_MS = 2_000;

/** Requests what an open editor page requests, at the same times. */
export interface OpenPage {
	/** Loads the status, as the page does after a save. */
	refresh: () => Promise< void >;
	/** Resolves when a loaded status is as wanted. */
	until: ( isWanted: ( status: Status ) => boolean ) => Promise< void >;
	close: () => void;
}

/** Follows src/live/status-store.ts, whose times it uses. */
export function watchAsPage( rest: JsonClient ): OpenPage {
	const waiting = new Set< ( status: Status ) => void >();
	let poll: ReturnType< typeof setTimeout > | undefined;
	let queue = Promise.resolve();

	const setStatus = ( status: Status ): void => {
		scheduler.set( nextDispatchMs( status ) );
		waiting.forEach( ( check ) => check( status ) );
	};
	const load = async (): Promise< void > => {
		clearTimeout( poll );
		const status = await rest
			.call< Status >( 'GET', 'headless-deploy/v1/status' )
			.catch( () => null );
		if ( status ) {
			setStatus( status );
		}
		if ( status === null || isMoving( status, Date.now() ) ) {
			poll = setTimeout( () => void refresh(), MOVING_MS );
		}
	};
	const refresh = (): Promise< void > => ( queue = queue.then( load ) );
	const sendDue = async (): Promise< void > => {
		await rest
			.call< Status >( 'POST', 'headless-deploy/v1/dispatch', {} )
			.then( setStatus, () => {} );
		await refresh();
	};
	const scheduler = new Scheduler( Date.now, () => void sendDue() );

	return {
		refresh,
		until: ( isWanted ) =>
			new Promise( ( resolve ) => {
				const check = ( status: Status ): void => {
					if ( isWanted( status ) ) {
						waiting.delete( check );
						resolve();
					}
				};
				waiting.add( check );
			} ),
		close() {
			clearTimeout( poll );
			scheduler.set( null );
		},
	};
}
