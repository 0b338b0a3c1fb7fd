/**
 * An environment's first page: what visitors get, what is running, the last builds, the facts.
 */
import type { Build, CacheStatistics } from '../../model.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { environmentHead } from '../layout.ts';
import type { EnvironmentView } from '../view.ts';
import { environmentHref } from '../view.ts';
import {
	duration,
	regionWords,
	startedByWords,
	stateLabel,
	time,
	tookMilliseconds,
	usualMilliseconds,
} from '../words.ts';
import { buildsTable, uploadForm } from './builds-table.ts';

const RECENT_BUILDS = 4;

function servedBox( served: Build, cache: CacheStatistics, now: Date ): Html {
	const since = served.finishTime ?? served.createTime;
	const ready = since.getTime() - served.createTime.getTime();
	return html`<section class="box inset">
		<p class="sentence">
			<span class="state ok">${ icon( 'served' ) } Live.</span> Build
			${ served.number } has been serving since
			${ time( since, now, 'sentence' ) }.
		</p>
		<p class="muted">
			Started by: ${ startedByWords( served ) }. Ready
			${ duration( ready ) } after the
			call.${ cache.purgedAt && html` Cache purged at ${ time( cache.purgedAt, now, 'sentence' ) }.` }
		</p>
	</section>`;
}

function notServedBox( view: EnvironmentView, frame: Frame ): Html {
	const [ last ] = view.builds;
	if ( last === undefined ) {
		const { accountName, appId, environmentId } = view.path;
		const command = `curl -u ${ frame.user } -F repository=@site.zip "${ frame.origin }/fu/v1/accounts/${ accountName }/apps/${ appId }/environments/${ environmentId }:upload"`;
		return html`<section class="box empty">
			<h2>No code yet</h2>
			<p class="muted">
				Upload a zip of your project. It is unpacked, installed, built
				and started, and gets an address when it first answers.
			</p>
			${ uploadForm( view ) }
			<p class="hint">Or from a terminal. It asks for the password.</p>
			<div class="field">
				<code>${ command }</code
				><button
					type="button"
					class="needs-script"
					data-copy="${ command }"
				>
					${ icon( 'copy' ) } <span>Copy</span>
				</button>
			</div>
		</section>`;
	}
	const failed = view.builds.find( ( { state } ) => state === 'failed' );
	return html`<section class="box inset">
		<p class="sentence">Nothing is served yet.</p>
		<p class="muted">
			${ failed ? html`<a href="${ environmentHref( view.path, `/builds/${ failed.number }` ) }">Build ${ failed.number }</a> failed: ${ failed.error }` : 'Visitors see it when the first build is live.' }
		</p>
	</section>`;
}

function runningBox( view: EnvironmentView, build: Build, now: Date ): Html {
	const took = tookMilliseconds( build, now );
	const usual = usualMilliseconds( build, view.builds );
	const words = [
		took !== null && `${ duration( took ) } so far`,
		took !== null &&
			usual !== null &&
			`usually about ${ duration( usual ) }`,
		took === null &&
			view.running &&
			`starts when build ${ view.running.number } ends`,
	].filter( Boolean );
	return html`<section class="box inset running">
		<header>
			<h2>${ stateLabel( build.state ) } Build ${ build.number }</h2>
			<span class="hint">${ words.join( ', ' ) }</span>
			<a
				href="${ environmentHref( view.path, `/builds/${ build.number }` ) }"
				>Watch the log</a
			>
		</header>
		${ took !== null && html`<progress max="1" ${ usual !== null && html` value="${ Math.min( took / usual, 0.97 ).toFixed( 3 ) }"` } aria-label="Build ${ build.number }"></progress>` }
		<p class="hint">
			Started by:
			${ startedByWords( build ) }.${ view.served && ` Build ${ view.served.number } keeps serving.` }
		</p>
	</section>`;
}

function hitRatio( { hits, misses }: CacheStatistics ): string {
	const total = hits + misses;
	return total === 0
		? 'No requests yet'
		: `${ Math.round( ( 100 * hits ) / total ) } % hits`;
}

function facts( view: EnvironmentView, cache: CacheStatistics ): Html {
	const { environment, install, app, url } = view;
	const copy = ( text: string, name: string ) =>
		html`<button
			type="button"
			class="needs-script small"
			data-copy="${ text }"
			data-copy-name="the ${ name }"
		>
			Copy
		</button>`;
	return html`<dl class="box facts" id="facts" data-live>
		<div>
			<dt>Address</dt>
			<dd>
				${ view.served === null ? html`<span class="muted">${ url }, when the first build is live</span>` : html`<a href="${ url }" target="_blank" rel="noreferrer">${ url }</a> ${ copy( url, 'address' ) }` }
			</dd>
		</div>
		<div>
			<dt>WordPress install</dt>
			<dd>
				${ environment.wpEnvironment }
				${ install && html`<a href="${ install.url }" target="_blank" rel="noreferrer">${ install.url.replace( /^https?:\/\//, '' ) }</a>` }
			</dd>
		</div>
		${
			app &&
			html`<div>
				<dt>Region</dt>
				<dd>${ regionWords( app.region ) }</dd>
			</div>`
		}
		<div>
			<dt>Environment ID</dt>
			<dd>
				<code title="${ environment.id }"
					>${ environment.id.slice( 0, 4 ) }…${ environment.id.slice( -4 ) }</code
				>
				${ copy( environment.id, 'environment ID' ) }
			</dd>
		</div>
		<div>
			<dt>Edge cache</dt>
			<dd>
				${ hitRatio( cache ) }
				<form
					method="post"
					action="${ environmentHref( view.path, '/purge-cache' ) }"
				>
					<button class="small">Purge cache</button>
				</form>
			</dd>
		</div>
	</dl>`;
}

/**
 * Makes the Overview page.
 *
 * @param frame The request's frame.
 * @param view  The environment.
 * @param cache What its edge keeps.
 */
export function overviewPage(
	frame: Frame,
	view: EnvironmentView,
	cache: CacheStatistics
): Page {
	const { builds, served, running, queued } = view;
	const open = [ running, queued ].filter( ( build ) => build !== null );
	return {
		title: `${ view.environment.displayName }, ${ view.path.appId }`,
		running: open.length > 0,
		main: html`${ environmentHead( frame, view, 'Overview' ) }
			<div class="columns">
				<div>
					<div id="now" data-live>
						${ served === null ? notServedBox( view, frame ) : servedBox( served, cache, frame.now ) }
						${ open.map( ( build ) => runningBox( view, build, frame.now ) ) }
					</div>
					${
						builds.length > 0 &&
						html`<div class="section-head">
								<h2>Recent builds</h2>
								<a
									href="${ environmentHref( view.path, '/builds' ) }"
									>All ${ builds.length } builds</a
								>
							</div>
							<div id="recent" data-live>
								${ buildsTable( view, builds.slice( 0, RECENT_BUILDS ), frame.now ) }
							</div>
							<p class="hint needs-script">
								Drop a zip anywhere on this page to deploy it.
							</p>
							<div hidden>${ uploadForm( view ) }</div>`
					}
				</div>
				${ facts( view, cache ) }
			</div>`,
	};
}
