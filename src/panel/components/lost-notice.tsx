import { Notice } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useEffect, useState } from '@wordpress/element';
import { store as noticesStore } from '@wordpress/notices';
import { __, sprintf } from '../i18n.ts';
import type { Lost } from '../live/status-store.ts';
import { ActionButton } from './action-button.tsx';
import { LoginLink } from './login-link.tsx';
import { NOTICE_ID } from './use-request.ts';
import { loggedOutAdvice, loggedOutHeadline } from '../labels/refusal.ts';
import { clockTime, timeLeft } from '../labels/time.ts';

const SECOND_MS = 1_000;

interface Props {
	lost: Lost;
	/** Whether a status is shown, from the last time that it was read. */
	isShown: boolean;
	/** Tells the server's time, also while the page's clock stands still. */
	nowMs: () => number;
	timeZone: string;
	onTry: () => void;
}

/**
 * Says of when the status is that is shown, why there is no newer one, and when WordPress is asked again.
 */
function NoAnswer( {
	lost,
	isShown,
	headline,
	nowMs,
}: Pick< Props, 'lost' | 'isShown' | 'nowMs' > & { headline: string } ) {
	const [ now, setNow ] = useState( nowMs );
	useEffect( () => {
		const timer = setInterval( () => setNow( nowMs() ), SECOND_MS );
		return () => clearInterval( timer );
	}, [ nowMs ] );
	const left = Math.max( 0, lost.nextTryMs - now );
	return (
		<>
			<p>
				<strong>{ headline }</strong>{ ' ' }
				{ isShown &&
					__(
						'This page shows the status at that time.',
						'headless-deploy'
					) }{ ' ' }
				{ sprintf(
					/* translators: %s: time that is left, for example “12 s”. */
					__( 'Next attempt in %s.', 'headless-deploy' ),
					timeLeft( left )
				) }
			</p>
			<p>
				{ lost.message ||
					__( 'WordPress did not respond.', 'headless-deploy' ) }
			</p>
		</>
	);
}

/**
 * Says the same whether WordPress did not respond or could not read the status itself; the reason stands below.
 */
function headlineOf( { lost, isShown, nowMs, timeZone }: Props ): string {
	if ( lost.loggedOut ) {
		return loggedOutHeadline();
	}
	return ! isShown
		? __( 'The status could not be loaded.', 'headless-deploy' )
		: sprintf(
				/* translators: %s: a time or a date and time, for example “14:02” or “November 24, 2026, 9:00 am”. */
				__( 'Status last read: %s.', 'headless-deploy' ),
				clockTime(
					new Date( lost.sinceMs ).toISOString(),
					nowMs(),
					timeZone
				)
			);
}

/** Says that what is shown is old, and what to do. */
export function LostNotice( props: Props ) {
	const { lost, onTry } = props;
	const headline = headlineOf( props );
	const { removeNotice } = useDispatch( noticesStore );
	useEffect(
		// A press that failed for want of the connection is no news once it is back.
		() => () => void removeNotice( NOTICE_ID ),
		[ removeNotice ]
	);
	return (
		<Notice
			className="headless-deploy-notice"
			status="warning"
			isDismissible={ false }
			spokenMessage={ headline }
		>
			{ lost.loggedOut ? (
				<p>
					<strong>{ headline }</strong> { loggedOutAdvice() }
				</p>
			) : (
				<NoAnswer { ...props } headline={ headline } />
			) }
			<div className="headless-deploy-buttons">
				{ lost.loggedOut && <LoginLink /> }
				<ActionButton compact onClick={ onTry }>
					{ __( 'Try now', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</Notice>
	);
}
