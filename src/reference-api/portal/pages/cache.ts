/**
 * An environment's edge cache: how much it answers, when it was emptied, what it does not keep and why.
 */
import type {
	CacheMinute,
	CachePurge,
	CacheReport,
} from '../../model/cache-report.ts';
import { barChart, clockWords } from '../chart-bars.ts';
import { lookOnly } from '../forms.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { environmentHead, mayChange } from '../layout.ts';
import { sizeWords } from '../sizes.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { environmentHref } from '../environment-view.ts';
import { countWords } from '../labels.ts';

interface Hour {
	hits: number;
	all: number;
	/** Per cent, or null without requests. */
	ratio: number | null;
}

function hourOf( minutes: readonly CacheMinute[] ): Hour {
	const sum = ( of: ( minute: CacheMinute ) => number ) =>
		minutes.reduce( ( total, minute ) => total + of( minute ), 0 );
	const hits = sum( ( minute ) => minute.hits );
	const all = hits + sum( ( minute ) => minute.misses );
	// 100 % is said of all alone, 0 % of none.
	const rounded = Math.round( ( 100 * hits ) / all );
	const ratio =
		hits === 0 || hits === all
			? rounded
			: Math.min( 99, Math.max( 1, rounded ) );
	return { hits, all, ratio: all === 0 ? null : ratio };
}

/**
 * Says who emptied the cache in words that fit behind "purged": "with build 42", "by sam", "by webhook".
 */
function named( purge: CachePurge ): CachePurge {
	const who = purge.by.replace( /^portal, /, '' );
	return {
		at: purge.at,
		by: /^(?:by|with) /.test( who ) ? who : `by ${ who }`,
	};
}

function findingOf( hour: Hour, purges: readonly CachePurge[] ): string {
	const told = purges.map(
		( { at, by } ) => ` Purged at ${ clockWords( at ) } ${ by }.`
	);
	return `Requests of the last hour: ${ hour.ratio } % of ${ hour.all.toLocaleString( 'en' ) } answered from the cache.${ told.join( '' ) }`;
}

function minuteTable( { minutes, purges }: CacheReport ): Html {
	const purgeIn = ( { at }: CacheMinute ) =>
		purges
			.filter(
				( purge ) =>
					purge.at >= at && purge.at.getTime() < at.getTime() + 60_000
			)
			.map( ( purge ) => named( purge ).by )
			.join( ', ' );
	const told = minutes.filter(
		( minute ) =>
			minute.hits + minute.misses > 0 || purgeIn( minute ) !== ''
	);
	if ( told.length === 0 ) {
		return html`<p class="muted under">No requests and no purges.</p>`;
	}
	return html`<table class="minutes">
		<caption class="unseen">
			Requests of each minute
		</caption>
		<thead>
			<tr>
				<th scope="col">Minute</th>
				<th scope="col" class="number">From the cache</th>
				<th scope="col" class="number">From the app</th>
				<th scope="col">Purged</th>
			</tr>
		</thead>
		<tbody>
			${ told.map(
				( minute ) =>
					html`<tr>
						<th scope="row">${ clockWords( minute.at ) }</th>
						<td class="number">
							${ minute.hits.toLocaleString( 'en' ) }
						</td>
						<td class="number">
							${ minute.misses.toLocaleString( 'en' ) }
						</td>
						<td>${ purgeIn( minute ) }</td>
					</tr>`
			) }
		</tbody>
	</table>`;
}

function figures( report: CacheReport, hour: Hour ): Html {
	return html`<div>
			<p class="figure">
				${ hour.ratio === null ? '–' : `${ hour.ratio } %` }
			</p>
			<p class="muted">answered from the cache, last hour</p>
		</div>
		<p class="muted beside">
			${ hour.hits.toLocaleString( 'en' ) } of
			${ countWords( hour.all, 'request' ) }<br />
			${ countWords( report.entries, 'page' ) } kept,
			${ sizeWords( report.bytes ) } of ${ sizeWords( report.maxBytes ) }
		</p>`;
}

function noRequests( report: CacheReport ): Html {
	const isNew = report.hits + report.misses === 0;
	return html`<p class="muted under">
		${ isNew ? 'No requests yet. Open the site once.' : 'No requests in the last hour.' }
	</p>`;
}

function hourChart( report: CacheReport, hour: Hour ): Html {
	const { minutes } = report;
	const purges = report.purges.map( named );
	return html`${ barChart( { minutes, purges, finding: findingOf( hour, purges ) } ) }
		<ul class="legend">
			<li><span class="swatch tone-0"></span> From the cache</li>
			<li><span class="swatch tone-1"></span> From the app</li>
		</ul>`;
}

function reasons( report: CacheReport ): Html {
	if ( report.notCached.length === 0 ) {
		return html`<p class="box inset muted">
			Nothing in the last hour. What the cache could not keep stands here
			with its reason.
		</p>`;
	}
	return html`<div class="box">
		<table class="reasons">
			<caption class="unseen">
				Not cached, and why
			</caption>
			<thead>
				<tr>
					<th scope="col">Path</th>
					<th scope="col">Reason</th>
					<th scope="col" class="number">Requests</th>
				</tr>
			</thead>
			<tbody>
				${ report.notCached.map(
					( { path, reason, requests } ) =>
						html`<tr>
							<th scope="row"><code>${ path }</code></th>
							<td class="reason">${ reason }</td>
							<td class="number">
								${ requests.toLocaleString( 'en' ) }
							</td>
						</tr>`
				) }
			</tbody>
		</table>
	</div>`;
}

function deployBox( frame: Frame, view: EnvironmentView ): Html {
	const isOn = view.environment.purgeOnDeploy;
	return html`<section
		class="box inset switch"
		aria-labelledby="deploy-purge"
	>
		<div>
			<h3 id="deploy-purge">Purge after each deploy</h3>
			<p class="hint">
				${ isOn ? 'Visitors see the new release at once. Off: old pages serve until they expire.' : 'Old pages serve until they expire. On: visitors see a new release at once.' }
			</p>
		</div>
		<form
			method="post"
			action="${ environmentHref( view.path, '/cache/deploy' ) }"
		>
			<input type="hidden" name="on" value="${ isOn ? 'no' : 'yes' }" />
			${ isOn ? html`<span class="state ok">${ icon( 'done' ) } On</span>` : html`<span class="state quiet">Off</span>` }
			${ mayChange( frame ) && html`<button class="small" aria-describedby="deploy-purge">${ isOn ? 'Turn off' : 'Turn on' }</button>` }
		</form>
	</section>`;
}

/**
 * Makes the Cache page.
 *
 * @param report What its edge tells.
 */
export function cachePage(
	frame: Frame,
	view: EnvironmentView,
	report: CacheReport
): Page {
	const hour = hourOf( report.minutes );
	return {
		title: `Cache of ${ view.environment.displayName }`,
		main: html`${ environmentHead( frame, view, 'Cache' ) }
			<section class="box inset" aria-label="Last hour">
				<div class="figures">
					<div class="live-figures" id="cache-figures" data-live>
						${ figures( report, hour ) }
					</div>
					${
						mayChange( frame ) &&
						html`<form
							method="post"
							action="${ environmentHref( view.path, '/cache/purge' ) }"
						>
							<button class="primary">Purge cache</button>
						</form>`
					}
				</div>
				<div id="cache-hour" data-live>
					${ hour.all === 0 ? noRequests( report ) : hourChart( report, hour ) }
				</div>
				<details class="numbers">
					<summary>Every number</summary>
					<div id="cache-minutes" data-live>
						${ minuteTable( report ) }
					</div>
				</details>
			</section>
			<div class="section-head">
				<h2>Not cached, and why</h2>
				<span class="hint">Last hour</span>
			</div>
			<div id="not-cached" data-live>${ reasons( report ) }</div>
			${ deployBox( frame, view ) } ${ lookOnly( frame ) }`,
	};
}
