import { speak } from '@wordpress/a11y';
import { useEffect, useRef } from '@wordpress/element';
import { sprintf, __ } from '../ui/i18n.ts';
import type { EnvironmentStatus, Run } from '../shared/wire.ts';
import { sentences } from './labels/timed-text.ts';
import { atSaveLane } from './labels/save-lane.ts';
import { describe } from './labels/summary.ts';

/** That the last run is live is announced only while no other run is in progress. */
function statusOf(
	lastRun: Run,
	status: EnvironmentStatus[ 'status' ]
): string {
	return lastRun.accepted && status !== 'upToDate'
		? 'accepted'
		: lastRun.status;
}

/** Changes with the status, but not each second. */
function signatureOf( {
	status,
	lastRun,
	pending,
}: EnvironmentStatus ): string {
	const attempts = pending.map( ( { attempt } ) => attempt ).join();
	const result =
		lastRun === null
			? ''
			: `${ lastRun.id }${ statusOf( lastRun, status ) }${ lastRun.errorCode }`;
	return `${ status }/${ attempts }/${ result }`;
}

/** The headline, and the problem if there is one. */
function textFor(
	environment: EnvironmentStatus,
	nowMs: number,
	timeZone: string
): string {
	const { headline } = describe( environment, nowMs, timeZone );
	const { problem, remedy } = environment;
	return problem === null
		? headline
		: sentences( `${ headline }.`, problem.message, remedy );
}

/** What is announced of an environment, by a key that stays: its headline, and the lane that shows a save first. */
function announced(
	environment: EnvironmentStatus
): [ string, EnvironmentStatus ][] {
	const saved = atSaveLane( environment );
	return [
		[ environment.id, environment ],
		...( saved === environment
			? []
			: [
					[ `${ environment.id } save`, saved ] as [
						string,
						EnvironmentStatus,
					],
				] ),
	];
}

/** Speaks each change of the status once, but not the first status. */
export function useAnnouncements(
	environments: readonly EnvironmentStatus[],
	nowMs: number,
	timeZone: string
): void {
	const signatures = useRef( new Map< string, string >() );
	const latestMs = useRef( nowMs );
	latestMs.current = nowMs;
	useEffect( () => {
		const messages: string[] = [];
		let level: 'polite' | 'assertive' = 'polite';
		for ( const [ key, environment ] of environments.flatMap(
			announced
		) ) {
			const signature = signatureOf( environment );
			const before = signatures.current.get( key );
			signatures.current.set( key, signature );
			if ( before !== undefined && before !== signature ) {
				messages.push(
					sprintf(
						/* translators: 1: name of an environment or a host, 2: its status or problem, for example “Rebuild in 10 s”. */
						__( '%1$s: %2$s', 'headless-deploy' ),
						environment.label,
						textFor( environment, latestMs.current, timeZone )
					)
				);
				level = environment.status === 'failed' ? 'assertive' : level;
			}
		}
		// In one call, because the next one would interrupt it.
		if ( messages.length > 0 ) {
			speak( messages.join( '. ' ), level );
		}
	}, [ environments, timeZone ] );
}
