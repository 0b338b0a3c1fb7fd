import { useDispatch } from '@wordpress/data';
import { useEffect, useState } from '@wordpress/element';
import { store as noticesStore } from '@wordpress/notices';
import { __, sprintf } from '../../ui/i18n.ts';
import { onSecond } from '../../ui/second-timer.ts';
import type { Lost } from '../status-store.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LoginLink } from './login-link.tsx';
import { LastingNotice } from '../../ui/notice.tsx';
import { NOTICE_ID } from './use-request.ts';
import {
	loggedOutAdvice,
	loggedOutHeadline,
	noResponseText,
} from '../labels/refusal.ts';
import { clockTime, timeLeft } from '../labels/time.ts';

interface Props {
	lost: Lost;
	/** Whether a status is shown, which is outdated then. */
	isShown: boolean;
	/** Returns the server's time, also while the page's clock is stopped. */
	nowMs: () => number;
	timeZone: string;
	onTry: () => void;
}

function NoAnswer( {
	lost,
	isShown,
	headline,
	nowMs,
}: Pick< Props, 'lost' | 'isShown' | 'nowMs' > & { headline: string } ) {
	const [ now, setNow ] = useState( nowMs );
	useEffect( () => onSecond( () => setNow( nowMs() ) ), [ nowMs ] );
	const leftMs = Math.max( 0, lost.nextRequestMs - now );
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
					timeLeft( leftMs )
				) }
			</p>
			<p>{ lost.message || noResponseText() }</p>
		</>
	);
}

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

/** Says that the status is outdated and why, and offers to try again. */
export function LostNotice( props: Props ) {
	const { lost, onTry } = props;
	const headline = headlineOf( props );
	const { removeNotice } = useDispatch( noticesStore );
	useEffect(
		// The error of a request that failed without a connection is outdated once it is back.
		() => () => void removeNotice( NOTICE_ID ),
		[ removeNotice ]
	);
	return (
		<LastingNotice status="warning" spokenMessage={ headline }>
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
		</LastingNotice>
	);
}
