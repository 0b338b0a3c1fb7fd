import { Notice } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useEffect, useState } from '@wordpress/element';
import { store as noticesStore } from '@wordpress/notices';
import { __, sprintf } from '../i18n.ts';
import type { Lost } from '../live/status-store.ts';
import { ActionButton } from './action-button.tsx';
import { LoginLink } from './login-link.tsx';
import { NOTICE_ID } from './use-press.ts';
import { loggedOutAdvice, loggedOutHeadline } from '../words/refusal.ts';
import { clockTime, timeLeft } from '../words/time.ts';

const SECOND_MS = 1_000;

interface Props {
	lost: Lost;
	/** Tells the server's time, also while the page's clock stands still. */
	nowMs: () => number;
	timeZone: string;
	onTry: () => void;
}

/**
 * Says that WordPress does not answer, since when, and when it is asked again.
 *
 * @param props
 * @param props.lost
 * @param props.headline
 * @param props.nowMs
 */
function NoAnswer( {
	lost,
	headline,
	nowMs,
}: Pick< Props, 'lost' | 'nowMs' > & { headline: string } ) {
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
				{ __(
					'What you see is the state of that time.',
					'headless-deploy'
				) }{ ' ' }
				{ sprintf(
					/* translators: %s: time that is left, for example “12 s”. */
					__( 'Next try in %s.', 'headless-deploy' ),
					timeLeft( left )
				) }
			</p>
			{ lost.message !== '' && <p>{ lost.message }</p> }
		</>
	);
}

function headlineOf( { lost, nowMs, timeZone }: Props ): string {
	return lost.loggedOut
		? loggedOutHeadline()
		: sprintf(
				/* translators: %s: a time, for example “14:20”. */
				__( 'No connection to WordPress since %s.', 'headless-deploy' ),
				clockTime(
					new Date( lost.sinceMs ).toISOString(),
					nowMs(),
					timeZone
				)
			);
}

/**
 * Says that what is shown is old, and what to do.
 *
 * @param props See Props.
 */
export function LostNotice( props: Props ) {
	const { lost, nowMs, onTry } = props;
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
				<NoAnswer lost={ lost } headline={ headline } nowMs={ nowMs } />
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
