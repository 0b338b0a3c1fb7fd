import { ExternalLink, Modal, Spinner } from '@wordpress/components';
import type { Run, EnvironmentStatus } from '../../shared/wire.ts';
import { __ } from '../i18n.ts';
import { ActionButton } from '../components/action-button.tsx';
import { StateSymbol } from '../components/state-symbol.tsx';
import { useFocus } from '../components/use-focus.ts';
import { fillText } from '../labels/timed-text.ts';
import { clockTime } from '../labels/time.ts';
import { Attempts } from './attempts.tsx';
import { Changes } from './changes.tsx';
import { Facts } from './facts.tsx';
import { HostAnswer } from './host-answer.tsx';
import { LoadError } from './load-error.tsx';
import { RunNotice } from './run-notice.tsx';
import type { Answer } from './use-answer.ts';
import { runTitle } from './run-text.ts';

interface Props {
	/** What is known of the run already, or null. */
	run: Run | null;
	answer: Answer< Run >;
	label: string;
	/** Undefined when the environment has been removed. */
	environment: EnvironmentStatus | undefined;
	nowMs: number;
	timeZone: string;
	/** Where the token is replaced, null for those who may not. */
	replaceUrl: string | null;
	/** Whether the reader may change what counts as a change. */
	mayIgnore: boolean;
	/** Whether it failed, nothing made up for it, and the reader may send it again. */
	mayRetry: boolean;
	/** Whether it failed and nothing has made up for it. */
	isOpen: boolean;
	busy: boolean;
	/** Grows when another run is shown in its place, whose headline then takes the focus. */
	turn: number;
	onRetry: () => void;
	onClose: () => void;
}

type RunProps = Props & { run: Run };

function LiveLink( { live }: Pick< Run, 'live' > ) {
	return live === null ? null : (
		<p>
			<ExternalLink href={ live.url }>
				{ live.what === 'live'
					? __( 'View on the site', 'headless-deploy' )
					: __( 'Removed page', 'headless-deploy' ) }
			</ExternalLink>
		</p>
	);
}

function RunDetails( props: RunProps ) {
	const { run, nowMs, timeZone, turn } = props;
	const headline = useFocus< HTMLHeadingElement >( turn );
	return (
		<div className="headless-deploy-run">
			<div className="headless-deploy-run__result">
				<StateSymbol symbol={ run.symbol } />
				<h2 ref={ headline } tabIndex={ -1 }>
					{ fillText( run.headline, nowMs, timeZone ) }
				</h2>
			</div>
			<RunNotice
				run={ run }
				isOpen={ props.isOpen }
				replaceUrl={ props.replaceUrl }
			/>
			<LiveLink live={ run.live } />
			<Facts { ...props } />
			<Attempts { ...props } />
			<HostAnswer run={ run } />
			<Changes
				run={ run }
				timeZone={ timeZone }
				mayIgnore={ props.mayIgnore }
			/>
		</div>
	);
}

function titleOf( { run, label, nowMs, timeZone }: Props ): string {
	return run === null
		? __( 'Run', 'headless-deploy' )
		: runTitle( run, label, clockTime( run.createdAt, nowMs, timeZone ) );
}

/**
 * Shows all that is known of a run beside the list. Modal brings the focus trap, Esc and the focus back to the list.
 */
export function Drawer( props: Props ) {
	const { run, answer, mayRetry, busy, onRetry, onClose } = props;
	return (
		<Modal
			className="headless-deploy-drawer"
			title={ titleOf( props ) }
			onRequestClose={ onClose }
		>
			{ answer.error !== '' && (
				<LoadError
					error={ answer.error }
					busy={ answer.loading }
					onRetry={ answer.reload }
				/>
			) }
			{ run === null && answer.loading && <Spinner /> }
			{ run !== null && <RunDetails { ...props } run={ run } /> }
			{ mayRetry && (
				<div className="headless-deploy-drawer__footer">
					<ActionButton busy={ busy } onClick={ onRetry }>
						{ __( 'Retry', 'headless-deploy' ) }
					</ActionButton>
				</div>
			) }
		</Modal>
	);
}
