import { useDispatch } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';
import { __, sprintf } from '../ui/i18n.ts';
import { store as noticesStore } from '@wordpress/notices';
import { runNowRequest } from '../live/components/environment-requests.ts';
import {
	replaceUrlLabel,
	replaceUrlOf,
} from '../live/components/replace-url.ts';
import {
	NOTICE_ID as REQUEST_NOTICE_ID,
	type EnvironmentRequest,
	useRequest,
} from '../live/components/use-request.ts';
import { buttonOf } from '../live/labels/action.ts';
import { sentences } from '../live/labels/timed-text.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus, Problem } from '../shared/wire.ts';
import { retryFailedRequest } from './retry.ts';

/** A failure that a notice shows. */
interface Failure {
	/** Differs for each failure that gets its own notice. */
	key: string;
	problem: Problem;
	/** The request that retries it; null without the capability. */
	retry: EnvironmentRequest | null;
	/** Whether no user on this page started the run. */
	isUnattended: boolean;
}

function retryingOf(
	environment: EnvironmentStatus,
	problem: Problem
): Failure | null {
	const { pending, paused } = environment;
	const run = pending.find( ( { message } ) => message !== '' );
	return run === undefined
		? null
		: {
				key: `${ paused?.reason ?? 'trying' }/${ problem.errorCode }`,
				problem,
				retry: buttonOf( environment, run.action )
					? runNowRequest( environment, run )
					: null,
				isUnattended: true,
			};
}

/** Finds the run that is retried, or that failed and was not followed by a success. */
function failureOf( environment: EnvironmentStatus ): Failure | null {
	const { lastRun, problem } = environment;
	if ( problem === null ) {
		return null;
	}
	return lastRun === null || problem.run !== lastRun.id
		? retryingOf( environment, problem )
		: {
				key: `failed/${ lastRun.id }`,
				problem,
				retry: buttonOf( environment, lastRun.action )
					? retryFailedRequest( environment, lastRun )
					: null,
				isUnattended: lastRun.cause === 'automatic',
			};
}

/**
 * Retries a failure. A notice cannot show that a request is in flight, so a snackbar shows that, and then the result.
 */
function useRetry( refresh: () => Promise< void > ) {
	const { sendRequest } = useRequest( refresh );
	const { createInfoNotice } = useDispatch( noticesStore );
	return ( retry: EnvironmentRequest, label: string ) => {
		void createInfoNotice(
			sprintf(
				/* translators: 1: name of an environment or a host, 2: its status or problem, for example “Rebuild in 10 s”. */
				__( '%1$s: %2$s', 'headless-deploy' ),
				label,
				__( 'Sending', 'headless-deploy' )
			),
			{ id: REQUEST_NOTICE_ID, type: 'snackbar' }
		);
		sendRequest( retry );
	};
}

/** The actions of a notice: replace the webhook URL, and retry. */
function actionsOf(
	{ problem, retry }: Failure,
	replaceUrl: string | null,
	sendAgain: ( retry: EnvironmentRequest ) => void
) {
	return [
		...( problem.needsNewUrl && replaceUrl !== null
			? [
					{
						label: replaceUrlLabel(),
						url: replaceUrl,
					},
				]
			: [] ),
		...( retry === null
			? []
			: [
					{
						label: __( 'Retry', 'headless-deploy' ),
						onClick: () => sendAgain( retry ),
					},
				] ),
	];
}

/** Shows and removes the notices of failed runs. */
function useNotices( boot: BootData, refresh: () => Promise< void > ) {
	const { createErrorNotice, createWarningNotice, removeNotice } =
		useDispatch( noticesStore );
	const create = {
		error: createErrorNotice,
		warning: createWarningNotice,
	};
	const sendAgain = useRetry( refresh );
	return {
		show: (
			{ id, label, remedy }: EnvironmentStatus,
			failure: Failure
		) => {
			const { severity, headline, message } = failure.problem;
			const replaceUrl = replaceUrlOf( boot, id );
			void create[ severity ](
				sprintf(
					/* translators: 1: name of an environment, 2: for example “Failed: the webhook URL was rejected”, 3: what to do. */
					__( '%1$s · %2$s. %3$s', 'headless-deploy' ),
					label,
					headline,
					sentences( message, remedy )
				),
				{
					id: `headless-deploy-${ id }`,
					// The change of the status is announced already.
					speak: false,
					actions: actionsOf( failure, replaceUrl, ( retry ) =>
						sendAgain( retry, label )
					),
				}
			);
		},
		hide: ( { id }: EnvironmentStatus ) =>
			void removeNotice( `headless-deploy-${ id }` ),
	};
}

/** Reports failed and retried runs while the editor is open, because admin notices are not visible there. */
export function useFailureNotices(
	boot: BootData,
	environments: readonly EnvironmentStatus[],
	refresh: () => Promise< void >
): void {
	/** Key of the last failure of each environment, empty for none. */
	const lastKeys = useRef( new Map< string, string >() );
	/** Environments with a reported failure and no success since: a retry that fails is reported too. */
	const shownFailures = useRef( new Set< string >() );
	const latest = useNotices( boot, refresh );
	const notices = useRef( latest );
	notices.current = latest;
	useEffect( () => {
		for ( const environment of environments ) {
			const { id, lastRun } = environment;
			const failure = failureOf( environment );
			const before = lastKeys.current.get( id );
			lastKeys.current.set( id, failure?.key ?? '' );
			if ( failure === null ) {
				notices.current.hide( environment );
				if ( lastRun?.status !== 'failed' ) {
					shownFailures.current.delete( id );
				}
			} else if (
				before !== undefined &&
				before !== failure.key &&
				( failure.isUnattended || shownFailures.current.has( id ) )
			) {
				shownFailures.current.add( id );
				notices.current.show( environment, failure );
			}
		}
	}, [ environments ] );
}
