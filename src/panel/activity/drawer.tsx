import { Button, ExternalLink, Modal, Spinner } from '@wordpress/components';
import type { BootData } from '../../shared/boot.ts';
import type { Run } from '../../shared/wire.ts';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNotice, LastingNotice } from '../../ui/notice.tsx';
import {
	replaceUrlLabel,
	replaceUrlOf,
} from '../../live/components/replace-url.ts';
import { StatusSymbol } from '../../ui/status-symbol.tsx';
import { useFocus } from '../../ui/use-focus.ts';
import { sentences, fillText } from '../../live/labels/timed-text.ts';
import { clockTime } from '../../live/labels/time.ts';
import { viewOnSiteLabel } from '../../live/labels/run-labels.ts';
import { Attempts } from './attempts.tsx';
import { Changes } from './changes.tsx';
import { Facts } from './facts.tsx';
import { Refreshed } from './refreshed.tsx';
import type { RunEnvironments } from './run-environments.ts';
import { runTitle } from './run-text.ts';
import type { LoadedRun } from './use-run.ts';

interface Props {
	boot: BootData;
	loaded: LoadedRun;
	runEnvironments: RunEnvironments;
	nowMs: number;
	onClose: () => void;
}

function keptChangesText( changes: number ): string {
	return sprintf(
		/* translators: %d: number of changes. */
		_n(
			'%d change is not deployed yet. The next successful run includes it.',
			'%d changes are not deployed yet. The next successful run includes them.',
			changes,
			'headless-deploy'
		),
		changes
	);
}

interface RunNoticeProps {
	run: Run;
	/** Whether it failed and no later run included its changes. */
	isOpen: boolean;
	/** Where the token is replaced; null without the capability. */
	replaceUrl: string | null;
}

function RunNotice( { run, isOpen, replaceUrl }: RunNoticeProps ) {
	const { message, remedy, changes, needsNewUrl, status, symbol } = run;
	if ( message === '' ) {
		return null;
	}
	const isWaiting = isOpen || status === 'retrying';
	return (
		<LastingNotice
			status={ symbol === 'bad' ? 'error' : 'warning' }
			spokenMessage=""
		>
			<p>{ sentences( message, remedy ) }</p>
			{ isWaiting && changes > 0 && (
				<p>{ keptChangesText( changes ) }</p>
			) }
			{ isWaiting && replaceUrl !== null && needsNewUrl && (
				<div className="headless-deploy-buttons">
					<Button
						variant="primary"
						size="compact"
						href={ replaceUrl }
					>
						{ replaceUrlLabel() }
					</Button>
				</div>
			) }
		</LastingNotice>
	);
}

function LiveLink( { live }: Pick< Run, 'live' > ) {
	return live === null ? null : (
		<p>
			<ExternalLink href={ live.url }>
				{ live.pageStatus === 'live'
					? viewOnSiteLabel()
					: __( 'Removed page', 'headless-deploy' ) }
			</ExternalLink>
		</p>
	);
}

/** Shows the last response of the host to users who may see it. */
function HostResponse( { run }: { run: Run } ) {
	const { response, httpStatus, build } = run;
	const parts = [
		httpStatus === 0 ? '' : `HTTP ${ httpStatus }`,
		response?.excerpt || response?.message || '',
		build?.message ?? '',
	].filter( ( part ) => part !== '' );
	if ( response === null || parts.length === 0 ) {
		return null;
	}
	return (
		<section>
			<h2>
				{ run.action === 'refresh'
					? __( 'Response of the front end', 'headless-deploy' )
					: __( 'Host response', 'headless-deploy' ) }
			</h2>
			<pre
				className="headless-deploy-run__answer"
				dir="ltr"
				// A box that scrolls has to be reached by keyboard.
				tabIndex={ 0 }
			>
				{ parts.join( '\n\n' ) }
			</pre>
			<p className="headless-deploy-secondary">
				{ __(
					'Secrets are masked before the response is stored.',
					'headless-deploy'
				) }
			</p>
		</section>
	);
}

function RunDetails( props: Props & { run: Run } ) {
	const { boot, run, loaded, runEnvironments, nowMs } = props;
	const { timeZone, can } = boot;
	const headline = useFocus< HTMLHeadingElement >( loaded.focusCount );
	// It has no calls of this site, and its changes are not known.
	const isFromHost = run.cause === 'host';
	return (
		<div className="headless-deploy-run">
			<div className="headless-deploy-run__result">
				<StatusSymbol symbol={ run.symbol } />
				<h2 ref={ headline } tabIndex={ -1 }>
					{ fillText( run.headline, nowMs, timeZone ) }
				</h2>
			</div>
			<RunNotice
				run={ run }
				isOpen={ runEnvironments.isOpen( run ) }
				replaceUrl={ replaceUrlOf( boot, run.environment ) }
			/>
			<LiveLink live={ run.live } />
			<Facts { ...{ run, nowMs, timeZone } } />
			{ ! isFromHost && (
				<Attempts
					{ ...{ run, nowMs, timeZone } }
					environment={ runEnvironments.environmentOf( run ) }
				/>
			) }
			<Refreshed refreshed={ run.refreshed } />
			<HostResponse run={ run } />
			{ ! isFromHost && (
				<Changes { ...{ run, timeZone } } mayIgnore={ can.manage } />
			) }
		</div>
	);
}

/** Shows a run beside the list. Modal traps the focus, closes on Esc and returns the focus to the list. */
export function Drawer( props: Props ) {
	const { boot, loaded, runEnvironments, nowMs, onClose } = props;
	const { shown, answer, busy, retry } = loaded;
	return (
		<Modal
			className="headless-deploy-drawer"
			title={
				shown === null
					? __( 'Run', 'headless-deploy' )
					: runTitle(
							shown,
							clockTime( shown.createdAt, nowMs, boot.timeZone )
						)
			}
			onRequestClose={ onClose }
		>
			{ answer.error !== '' && (
				<ErrorNotice
					error={ answer.error }
					busy={ answer.loading }
					onRetry={ answer.reload }
				/>
			) }
			{ shown === null && answer.loading && <Spinner /> }
			{ shown !== null && <RunDetails { ...props } run={ shown } /> }
			{ shown !== null && runEnvironments.mayRetry( shown ) && (
				<div className="headless-deploy-drawer__footer">
					<ActionButton
						busy={ busy !== null }
						onClick={ () => retry( shown ) }
					>
						{ __( 'Retry', 'headless-deploy' ) }
					</ActionButton>
				</div>
			) }
		</Modal>
	);
}
