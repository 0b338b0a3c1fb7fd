/**
 * One build with its log.
 */
import type { Build } from '../../model.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { Frame, Page } from '../layout.ts';
import { breadcrumb, noticeBox } from '../layout.ts';
import { icon } from '../icons.ts';
import type { LogChunk } from '../log.ts';
import type { EnvironmentView } from '../view.ts';
import { accountHref, environmentHref } from '../view.ts';
import {
	countWords,
	duration,
	startedByWords,
	statePill,
	stateWord,
	time,
	tookMilliseconds,
	usualMilliseconds,
} from '../words.ts';

/**
 * Tells whether a build is over.
 *
 * @param build The build.
 */
export function hasEnded( build: Build ): boolean {
	return ! [ 'queued', 'building', 'deploying' ].includes( build.state );
}

/**
 * Tells whether a build can be cancelled.
 *
 * @param build The build.
 */
export function canCancel( build: Build ): boolean {
	return build.state === 'queued' || build.state === 'building';
}

function keepsServing( view: EnvironmentView, build: Build ): string {
	return view.served && view.served.id !== build.id
		? ` Build ${ view.served.number } keeps serving.`
		: '';
}

function summary( view: EnvironmentView, build: Build, now: Date ): Html {
	const by = html`Started by: ${ startedByWords( build ) }, at
	${ time( build.createTime, now, 'seconds' ) }.`;
	const took = tookMilliseconds( build, now );
	if ( hasEnded( build ) ) {
		const word = build.state === 'failed' ? 'Stopped after' : 'Took';
		return html`${ took !== null && `${ word } ${ duration( took ) }. ` }${ by }`;
	}
	if ( took === null ) {
		return html`${ view.running ? `It starts when build ${ view.running.number } ends.` : 'It starts in a moment.' }
		${ by }${ keepsServing( view, build ) }`;
	}
	const usual = usualMilliseconds( build, view.builds );
	return html`${ duration( took ) } so
	far${ usual !== null && `, usually about ${ duration( usual ) }` }.
	${ by }${ keepsServing( view, build ) }`;
}

function failureBox( view: EnvironmentView, build: Build ): Html | null {
	if ( build.state !== 'failed' ) {
		return null;
	}
	const stayed = view.served ? `Build ${ view.served.number } is live.` : '';
	return html`<p class="notice bad" role="alert">
		${ icon( 'failed' ) }
		<span
			><strong
				>${ build.error === '' ? 'The build failed.' : build.error }</strong
			>
			${ stayed }</span
		>
	</p>`;
}

function cancelButton( view: EnvironmentView, build: Build ): Html {
	const href = environmentHref( view.path, `/builds/${ build.number }` );
	return html`<div class="buttons">
		<form method="post" action="${ href }/cancel">
			<button>Cancel build</button>
		</form>
	</div>`;
}

function buttons( view: EnvironmentView, build: Build ): Html | null {
	if ( canCancel( build ) ) {
		return cancelButton( view, build );
	}
	if ( ! hasEnded( build ) ) {
		return null;
	}
	return html`<div class="buttons">
		<form
			method="post"
			action="${ environmentHref( view.path, '/rebuild' ) }"
		>
			<button>Rebuild</button>
		</form>
		<a
			class="button${ build.state === 'failed' && ' primary' }"
			href="${ environmentHref( view.path, '/builds#upload' ) }"
			>${ icon( 'upload' ) } Upload zip</a
		>
	</div>`;
}

function logBox( view: EnvironmentView, build: Build, log: LogChunk ): Html {
	const href = environmentHref( view.path, `/builds/${ build.number }` );
	const count = log.nextLine - 1;
	return html`<section class="box log-box" aria-label="Log">
		<header>
			<span class="hint" data-log-count
				>${ countWords( count, 'line' ) }</span
			>
			<button type="button" class="link needs-script" data-follow hidden>
				Follow
			</button>
			<button
				type="button"
				class="link needs-script"
				data-first-error${ build.state !== 'failed' && html` hidden` }
			>
				First error
			</button>
			<button type="button" class="link needs-script" data-copy-log>
				Copy log
			</button>
			<a class="link" href="${ href }/log">Raw</a>
		</header>
		<ol
			class="log"
			data-log="${ href }/lines"
			data-offset="${ log.nextOffset }"
			data-line="${ log.nextLine }"
			${ hasEnded( build ) && log.isAll && html` data-ended` }
		>
			${ log.lines }
		</ol>
		${ count === 0 && html`<p class="hint inset" data-log-empty>${ hasEnded( build ) ? 'This build has no log.' : 'Lines appear here as the build writes them.' }</p>` }
	</section>`;
}

/**
 * Makes the page of a build.
 *
 * @param frame The request's frame.
 * @param view  The environment.
 * @param build The build.
 * @param log   The log's first lines.
 */
export function buildPage(
	frame: Frame,
	view: EnvironmentView,
	build: Build,
	log: LogChunk
): Page {
	const { accountName, appId } = view.path;
	return {
		title: `${ stateWord( build.state ) }: build ${ build.number }, ${ view.environment.displayName }`,
		running: ! hasEnded( build ),
		main: html`${ breadcrumb( [
				{ name: accountName, href: accountHref( accountName ) },
				{
					name: appId,
					href: `${ accountHref( accountName ) }#${ appId }`,
				},
				{
					name: view.environment.displayName,
					href: environmentHref( view.path ),
				},
				{
					name: 'Builds',
					href: environmentHref( view.path, '/builds' ),
				},
			] ) }
			<div id="build" data-live>
				${ noticeBox( frame.notice ) }
				<div class="head">
					<h1>Build ${ build.number }</h1>
					<span data-say>${ statePill( build.state ) }</span>
					${ buttons( view, build ) }
				</div>
				<p class="muted">${ summary( view, build, frame.now ) }</p>
				${ failureBox( view, build ) }
			</div>
			${ logBox( view, build, log ) }`,
	};
}
