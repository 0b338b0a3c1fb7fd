/** One build: its steps and its log. */
import type { Build } from '../../model/hosting.ts';
import { usualMilliseconds } from '../../builds/usual-duration.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { breadcrumb, mayChange, noticeBox } from '../layout.ts';
import type { LogChunk } from '../log.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { accountHref, environmentHref } from '../environment-view.ts';
import {
	countWords,
	duration,
	elapsed,
	sentences,
	startedSentence,
	statePill,
	stateWord,
	time,
	tookMilliseconds,
} from '../labels.ts';
import { lastStep, stepList, stepWord } from './steps.ts';
import { hiddenUploadForm } from './upload-form.ts';

/** Tells whether a build is over. */
export function hasEnded( build: Build ): boolean {
	return ! [ 'queued', 'building', 'deploying' ].includes( build.state );
}

/** Tells whether a build can be cancelled. */
export function canCancel( build: Build ): boolean {
	return [ 'queued', 'building', 'deploying' ].includes( build.state );
}

function keepsServing( view: EnvironmentView, build: Build ): string {
	return view.served && view.served.id !== build.id
		? ` Build ${ view.served.number } keeps serving.`
		: '';
}

function callsWords( { absorbed }: Build ): string {
	return absorbed === 0 ? '' : ` ${ absorbed + 1 } calls in one.`;
}

function endedWords( build: Build, now: Date ): string {
	const took = tookMilliseconds( build, now );
	if ( took === null ) {
		return '';
	}
	const stopped = build.state === 'failed' || build.state === 'cancelled';
	return `${ stopped ? 'Stopped after' : 'Took' } ${ duration( took ) }. `;
}

function summary( view: EnvironmentView, build: Build, now: Date ): Html {
	const sentence = startedSentence( build );
	const by = html`${ sentence }${ ! sentence.startsWith( 'Uploaded' ) && ',' }
	at ${ time( build.createTime, now ) }.${ callsWords( build ) }`;
	if ( hasEnded( build ) ) {
		return html`${ endedWords( build, now ) }${ by }`;
	}
	if ( build.startTime === null ) {
		return html`${ view.running ? `It starts when build ${ view.running.number } ends.` : 'It starts in a moment.' }
		${ by }${ keepsServing( view, build ) }`;
	}
	const usual = usualMilliseconds( build, view.builds );
	return html`${ elapsed( build.startTime, now ) } so
	far${ usual !== null && `, usually about ${ duration( usual ) }` }.
	${ by }${ keepsServing( view, build ) }`;
}

/**
 * Cuts an error in two: the first sentence, with the step it fell in, and what to do.
 */
function failureWords( build: Build ): { what: string; rest: string } {
	const error = build.error || 'The build failed.';
	const [ first = '', ...others ] = sentences( error );
	const step = lastStep( build );
	const named = step?.state === 'failed' ? stepWord( step.name ) : '';
	const isNamed = named === '' || first.startsWith( named );
	return {
		what: isNamed ? first : `${ named } failed: ${ first }`,
		rest: others.join( ' ' ),
	};
}

function failureBox( view: EnvironmentView, build: Build ): Html | null {
	if ( build.state !== 'failed' ) {
		return null;
	}
	const { served } = view;
	const { what, rest } = failureWords( build );
	const isTold = /stay(?:s|ed) live/.test( rest );
	return html`<p class="notice bad" data-alarm>
		${ icon( 'failed' ) }
		<span
			><strong>${ what }</strong> ${ rest }
			${ ! isTold && served && `Build ${ served.number } is live.` }</span
		>
	</p>`;
}

function siteLink( { url }: EnvironmentView ): Html {
	return html`<a
		class="button"
		href="${ url }"
		target="_blank"
		rel="noreferrer"
		>${ icon( 'external' ) } Visit site</a
	>`;
}

function buttons(
	frame: Frame,
	view: EnvironmentView,
	build: Build
): Html | false {
	if ( ! mayChange( frame ) ) {
		return (
			build.state === 'live' &&
			html`<div class="buttons">${ siteLink( view ) }</div>`
		);
	}
	const href = environmentHref( view.path, `/builds/${ build.number }` );
	if ( canCancel( build ) ) {
		return html`<div class="buttons">
			<form method="post" action="${ href }/cancel">
				<button>Cancel build</button>
			</form>
		</div>`;
	}
	// A rebuild builds what is live, which is not what this page shows.
	const again = [ 'succeeded', 'failed', 'cancelled' ].includes(
		build.state
	);
	return (
		hasEnded( build ) &&
		html`<div class="buttons">
			${ build.state === 'live' && siteLink( view ) }
			<form
				method="post"
				action="${ again ? `${ href }/redeploy` : environmentHref( view.path, '/rebuild' ) }"
			>
				<button>${ again ? 'Deploy again' : 'Rebuild' }</button>
			</form>
			<a
				class="button${ build.state === 'failed' && ' primary' }"
				href="${ environmentHref( view.path, '/builds#upload' ) }"
				data-upload-button
				>${ icon( 'upload' ) } Upload zip</a
			>
		</div>`
	);
}

function logState( build: Build, log: LogChunk, now: Date ): Html {
	const lines = countWords( log.nextLine - 1, 'line' );
	const { finishTime } = build;
	return html`<span class="hint" id="log-state" data-live
		>${ lines }${ finishTime && html`, ended ${ time( finishTime, now, 'seconds' ) }` }</span
	>`;
}

function logHead( href: string, build: Build, log: LogChunk, now: Date ): Html {
	const isOpen = ! hasEnded( build );
	return html`<header>
		${ isOpen && html`<span class="state run needs-script" data-following>${ icon( 'running' ) } Following</span>` }
		${ logState( build, log, now ) }
		<span class="ends">
			${ isOpen && html`<button type="button" class="link needs-script" data-follow>Stop following</button>` }
			<button
				type="button"
				class="link needs-script"
				data-first-error
				hidden
			>
				First error
			</button>
			<button
				type="button"
				class="link needs-script"
				data-copy-log="${ href }/log"
				data-copy-name="the log"
			>
				<span>Copy log</span>
			</button>
			<a class="link" href="${ href }/log">Raw</a>
		</span>
	</header>`;
}

function logBox(
	view: EnvironmentView,
	build: Build,
	log: LogChunk,
	now: Date
): Html {
	const href = environmentHref( view.path, `/builds/${ build.number }` );
	const place = `${ log.nextOffset }.${ log.nextLine }`;
	const ended = hasEnded( build );
	const isCut = ended && ! log.isAll;
	return html`<section class="box log-box" aria-label="Log">
		${ logHead( href, build, log, now ) }
		<ol
			class="log"
			id="log"
			data-append="${ place }"
			${ ended && html` data-ended` }
		>
			${ log.lines }
		</ol>
		${ log.nextLine === 1 && html`<p class="hint inset" data-log-empty>${ ended ? 'This build has no log.' : 'Lines appear here as the build writes them.' }</p>` }
		${ isCut && html`<p class="inset needs-no-script"><a href="${ href }?from=${ place }">Show the lines from ${ log.nextLine } on</a></p>` }
	</section>`;
}

function pageState( build: Build ): Page[ 'state' ] {
	switch ( build.state ) {
		case 'live':
			return 'ok';
		case 'failed':
			return 'bad';
		case 'queued':
		case 'building':
		case 'deploying':
			return 'run';
		default:
			return undefined;
	}
}

function pageHead( view: EnvironmentView, build: Build ): Omit< Page, 'main' > {
	const place = `Build ${ build.number } · ${ view.environment.displayName }`;
	const word = stateWord( build.state );
	const since = hasEnded( build ) ? null : build.startTime;
	const state = pageState( build );
	return {
		title: since ? `${ word }, {} · ${ place }` : `${ word } · ${ place }`,
		since,
		...( state && { state } ),
		running: ! hasEnded( build ),
	};
}

function crumbs( view: EnvironmentView ): Html {
	const { accountName, appId } = view.path;
	const account = accountHref( accountName );
	return breadcrumb( [
		{ name: accountName, href: account },
		{ name: appId, href: `${ account }#${ appId }` },
		{
			name: view.environment.displayName,
			href: environmentHref( view.path ),
		},
		{ name: 'Builds', href: environmentHref( view.path, '/builds' ) },
	] );
}

/**
 * Makes the page of a build.
 *
 * @param log The log's first lines, or those from the place on that was asked for.
 */
export function buildPage(
	frame: Frame,
	view: EnvironmentView,
	build: Build,
	log: LogChunk
): Page {
	const { now } = frame;
	const usual = usualMilliseconds( build, view.builds );
	return {
		...pageHead( view, build ),
		main: html`${ crumbs( view ) }
			<div id="build" data-live>
				<div class="head">
					<h1>Build ${ build.number }</h1>
					<span
						data-say="Build ${ build.number }: ${ stateWord( build.state ) }"
						>${ statePill( build.state ) }</span
					>
					${ buttons( frame, view, build ) }
				</div>
				<p class="muted">${ summary( view, build, now ) }</p>
				${ failureBox( view, build ) } ${ noticeBox( frame.notice ) }
			</div>
			${ mayChange( frame ) && hiddenUploadForm( view, frame.maxUploadBytes ) }
			<div class="build-columns">
				${ stepList( build, usual, now ) }
				${ logBox( view, build, log, now ) }
			</div>`,
	};
}
