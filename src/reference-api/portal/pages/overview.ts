/**
 * An environment's first page: what visitors get, what is running, the last builds, the facts.
 */
import type { CacheReport } from '../../model/cache-report.ts';
import type { Build, ApplicationStatus } from '../../model/hosting.ts';
import { usualMilliseconds } from '../../builds/usual-duration.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { environmentHead, mayChange } from '../layout.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { environmentHref } from '../environment-view.ts';
import {
	countWords,
	duration,
	elapsed,
	startedSentence,
	stateLabel,
	time,
} from '../labels.ts';
import { canCancel } from './build.ts';
import { buildsTable } from './builds-table.ts';
import type { DiskSize } from '../../usage/disk-size.ts';
import { facts } from './environment-summary.ts';
import { tabTitle } from './tab-title.ts';
import { uploadForm } from './upload-form.ts';

const RECENT_BUILDS = 4;

function restartWords(
	{ restarts, lastExit }: ApplicationStatus,
	now: Date
): Html | null {
	return (
		lastExit &&
		html` Restarted ${ countWords( restarts, 'time' ) }. Last end, at
		${ time( lastExit.time, now, 'sentence' ) }: ${ lastExit.reason }.`
	);
}

function upBox(
	served: Build,
	visitors: ApplicationStatus,
	cache: CacheReport,
	now: Date
): Html {
	const live = served.finishTime ?? served.createTime;
	const ready = live.getTime() - served.createTime.getTime();
	return html`<section class="box inset">
		<p class="sentence">
			<span class="state ok">${ icon( 'served' ) } Live.</span> Build
			${ served.number } has been serving since
			${ time( visitors.since, now, 'sentence' ) }.
		</p>
		<p class="muted">
			${ startedSentence( served ) }. Ready ${ duration( ready ) } after
			the
			call.${ cache.purgedAt && html` Cache purged at ${ time( cache.purgedAt, now, 'sentence' ) }.` }${ restartWords( visitors, now ) }
		</p>
	</section>`;
}

function startingBox( served: Build ): Html {
	return html`<section class="box inset">
		<p class="sentence">
			<span class="state run">${ icon( 'running' ) } Starting.</span>
			Build ${ served.number } is being started again.
		</p>
		<p class="muted">Visitors wait until it answers.</p>
	</section>`;
}

function lastOutput( view: EnvironmentView, output: string ): Html {
	return html`${
			output === ''
				? html`<p class="muted">It printed nothing.</p>`
				: html`<pre
						class="output"
						tabindex="0"
						role="region"
						aria-label="Last output"
					>
${ output }</pre>`
		}
		<p>
			<a href="${ environmentHref( view.path, '/output' ) }"
				>See all of its output</a
			>
		</p>`;
}

function downBox(
	view: EnvironmentView,
	visitors: ApplicationStatus,
	now: Date
): Html {
	const { since, lastExit } = visitors;
	return html`<section class="box inset">
		<p class="sentence" data-alarm>
			<span class="state bad">${ icon( 'failed' ) } Down</span> since
			${ time( since, now, 'sentence' ) }.
			${ lastExit && `${ lastExit.reason }.` }
		</p>
		<p class="muted">
			It is started again until it answers. Its last output:
		</p>
		${ lastOutput( view, visitors.lastOutput ) }
	</section>`;
}

function unresponsiveBox(
	view: EnvironmentView,
	visitors: ApplicationStatus,
	frame: Frame
): Html {
	const { hangTimeoutSeconds } = frame;
	return html`<section class="box inset">
		<p class="sentence" data-alarm>
			<span class="state bad">${ icon( 'failed' ) } Not responding</span>
			since ${ time( visitors.since, frame.now, 'sentence' ) }. The
			application runs, but does not answer requests.
		</p>
		<p class="muted">
			${ hangTimeoutSeconds > 0 && `If it answers nothing for ${ hangTimeoutSeconds } s, it is restarted. ` }Its
			last output:
		</p>
		${ lastOutput( view, visitors.lastOutput ) }
	</section>`;
}

function notRunningBox( { number }: Build ): Html {
	return html`<section class="box inset">
		<p class="sentence" data-alarm>
			<span class="state bad">${ icon( 'failed' ) } Down.</span> Build
			${ number } is not running.
		</p>
		<p class="muted">
			Its files are missing. Visitors see the site when the next build is
			live.
		</p>
	</section>`;
}

function noCodeBox( view: EnvironmentView, frame: Frame ): Html {
	const { accountName, appId, environmentId } = view.path;
	const address = `${ frame.origin }/fu/v1/accounts/${ accountName }/apps/${ appId }/environments/${ environmentId }:upload`;
	const command = `curl -u ${ frame.user } -F repository=@site.zip "${ address }"`;
	return html`<section class="box empty">
		<h2>No code yet</h2>
		<p class="muted">
			Upload a zip of your project. It is unpacked, installed, built and
			started, and gets an address when it first answers.
		</p>
		${ mayChange( frame ) && uploadForm( view, frame.maxUploadBytes ) }
		<p class="hint">Or from a terminal. It asks for the password.</p>
		<div class="field">
			<code>${ command }</code
			><button
				type="button"
				class="needs-script"
				data-copy="${ command }"
				data-copy-name="the command"
			>
				${ icon( 'copy' ) } <span>Copy</span>
			</button>
		</div>
	</section>`;
}

function notLiveBox( view: EnvironmentView ): Html {
	const failed = view.builds.find( ( { state } ) => state === 'failed' );
	return html`<section class="box inset">
		<p class="sentence">Nothing is served yet.</p>
		<p class="muted">
			${ failed ? html`<a href="${ environmentHref( view.path, `/builds/${ failed.number }` ) }">Build ${ failed.number }</a> failed: ${ failed.error }` : 'Visitors see it when the first build is live.' }
		</p>
	</section>`;
}

function servedBox(
	view: EnvironmentView,
	cache: CacheReport,
	frame: Frame
): Html {
	const { served, visitors } = view;
	if ( served === null ) {
		return view.builds.length === 0
			? noCodeBox( view, frame )
			: notLiveBox( view );
	}
	switch ( visitors?.state ) {
		case undefined:
			return notRunningBox( served );
		case 'down':
			return downBox( view, visitors, frame.now );
		case 'unresponsive':
			return unresponsiveBox( view, visitors, frame );
		case 'starting':
			return startingBox( served );
		case 'up':
			return upBox( served, visitors, cache, frame.now );
	}
}

function progressWords(
	view: EnvironmentView,
	build: Build,
	now: Date,
	usual: number | null
): Html | string {
	if ( build.startTime === null ) {
		return view.running
			? `starts when build ${ view.running.number } ends`
			: 'starts in a moment';
	}
	return html`${ elapsed( build.startTime, now ) } so
	far${ usual !== null && `, usually about ${ duration( usual ) }` }`;
}

function cancelForm( view: EnvironmentView, build: Build ): Html {
	const { number } = build;
	return html`<form
		method="post"
		action="${ environmentHref( view.path, `/builds/${ number }/cancel` ) }"
	>
		<button class="small" aria-label="Cancel build ${ number }">
			Cancel build
		</button>
	</form>`;
}

/** A bar is never full before the end. */
const MAX_PROGRESS = 0.97;

function progressBar( build: Build, usual: number | null, now: Date ): Html {
	const since = build.startTime ?? now;
	const value =
		usual !== null &&
		html` data-whole="${ Math.round( usual ) }"
		data-since="${ since.toISOString() }"
		value="${ Math.min( ( now.getTime() - since.getTime() ) / usual, MAX_PROGRESS ).toFixed( 3 ) }"`;
	return html`<progress
		max="1"
		aria-label="Build ${ build.number }"
		${ value }
	></progress>`;
}

function runningBox( view: EnvironmentView, build: Build, frame: Frame ): Html {
	const { now } = frame;
	const usual = usualMilliseconds( build, view.builds );
	return html`<section class="box inset running">
		<header>
			<h2>${ stateLabel( build.state ) } Build ${ build.number }</h2>
			<span class="hint"
				>${ progressWords( view, build, now, usual ) }</span
			>
			<div class="ends">
				<a
					href="${ environmentHref( view.path, `/builds/${ build.number }` ) }"
					>Watch the log</a
				>
				${ mayChange( frame ) && canCancel( build ) && cancelForm( view, build ) }
			</div>
		</header>
		${ build.startTime !== null && progressBar( build, usual, now ) }
		<p class="hint">
			${ startedSentence( build ) }.${ view.served && ` Build ${ view.served.number } keeps serving.` }
		</p>
	</section>`;
}

function recentBuilds( view: EnvironmentView, frame: Frame ): Html {
	const { builds } = view;
	const ended = builds.filter(
		( { state } ) =>
			! [ 'queued', 'building', 'deploying' ].includes( state )
	);
	return html`<div class="section-head">
			<h2>Recent builds</h2>
			<a href="${ environmentHref( view.path, '/builds' ) }"
				>${ builds.length > 1 && 'All ' }${ countWords( builds.length, 'build' ) }</a
			>
		</div>
		${ ended.length === 0 ? html`<p class="muted">None has ended yet.</p>` : buildsTable( view, ended.slice( 0, RECENT_BUILDS ), frame.now ) }
		${ mayChange( frame ) && html`<p class="hint needs-script drop-hint">Drop a zip anywhere on this page to deploy it.</p>` }`;
}

/**
 * Makes the Overview page.
 *
 * @param cache What its edge keeps.
 * @param disk  What it takes of the disk.
 */
export function overviewPage(
	frame: Frame,
	view: EnvironmentView,
	cache: CacheReport,
	disk: DiskSize | null
): Page {
	const { builds, running, queued } = view;
	const open = [ running, queued ].filter( ( build ) => build !== null );
	return {
		...tabTitle( view, view.path.appId ),
		main: html`${ environmentHead( frame, view, 'Overview' ) }
			<div class="columns">
				<div>
					<div id="now" data-live>
						${ servedBox( view, cache, frame ) }
						${ open.map( ( build ) => runningBox( view, build, frame ) ) }
					</div>
					<div id="recent" data-live>
						${ builds.length > 0 && recentBuilds( view, frame ) }
					</div>
				</div>
				${ facts( frame, view, cache, disk ) }
			</div>`,
	};
}
