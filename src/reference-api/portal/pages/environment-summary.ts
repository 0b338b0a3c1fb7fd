/** The facts of an environment, beside its first page. */
import type { CacheReport } from '../../model/cache-report.ts';
import type { DiskSize } from '../../usage/disk-size.ts';
import type { Html, HtmlValue } from '../html.ts';
import { html } from '../html.ts';
import type { Frame } from '../layout.ts';
import { mayChange } from '../layout.ts';
import { sizeWords } from '../sizes.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { environmentHref } from '../environment-view.ts';
import { regionWords, time } from '../labels.ts';

function hitRatio( { hits, misses }: CacheReport ): string {
	const total = hits + misses;
	return total === 0
		? 'No requests yet'
		: `${ Math.round( ( 100 * hits ) / total ) } % hits`;
}

function copyButton( text: string, name: string ): Html {
	return html`<button
		type="button"
		class="needs-script small"
		data-copy="${ text }"
		data-copy-name="the ${ name }"
		aria-label="Copy the ${ name }"
	>
		<span>Copy</span>
	</button>`;
}

function fact( name: string, value: HtmlValue ): Html {
	return html`<div>
		<dt>${ name }</dt>
		<dd>${ value }</dd>
	</div>`;
}

function address( { served, url }: EnvironmentView ): HtmlValue {
	return served === null
		? html`<span class="muted">With the first build</span>`
		: html`<a href="${ url }" target="_blank" rel="noreferrer">${ url }</a>
				${ copyButton( url, 'address' ) }`;
}

function install( { environment, install: linked }: EnvironmentView ): Html {
	return html`${ environment.wpEnvironment }
	${ linked && html`<a class="beside" href="${ linked.url }" target="_blank" rel="noreferrer">${ linked.url.replace( /^https?:\/\//, '' ) }</a>` }`;
}

function cacheFact(
	frame: Frame,
	view: EnvironmentView,
	cache: CacheReport
): Html {
	return html`<a
			class="plain"
			href="${ environmentHref( view.path, '/cache' ) }"
			>${ hitRatio( cache ) }</a
		>
		${
			mayChange( frame ) &&
			html`<form
				method="post"
				action="${ environmentHref( view.path, '/purge-cache' ) }"
			>
				<button class="small">Purge cache</button>
			</form>`
		}`;
}

function disk(
	view: EnvironmentView,
	measured: DiskSize | null,
	now: Date
): Html {
	return html`<a
			class="plain"
			href="${ environmentHref( view.path, '/usage' ) }"
			>${ measured ? sizeWords( measured.bytes ) : 'Not measured yet' }</a
		>
		${ measured && html`<span class="hint">measured ${ time( measured.measureTime, now, 'sentence' ) }</span>` }`;
}

/**
 * Renders the facts.
 *
 * @param cache    What its edge keeps.
 * @param measured What it takes of the disk.
 */
export function facts(
	frame: Frame,
	view: EnvironmentView,
	cache: CacheReport,
	measured: DiskSize | null
): Html {
	const { environment, app } = view;
	const id = environment.id;
	return html`<div class="aside">
		<dl class="box facts" id="facts" data-live>
			${ fact( 'Address', address( view ) ) }
			${ fact( 'WordPress install', install( view ) ) }
			${ app && fact( 'Region', regionWords( app.region ) ) }
			${ fact(
				'Environment ID',
				html`<code class="needs-no-script">${ id }</code>
					<code class="needs-script" title="${ id }"
						>${ id.slice( 0, 4 ) }…${ id.slice( -4 ) }</code
					>
					${ copyButton( id, 'environment ID' ) }`
			) }
			${ view.builds.length > 0 && fact( 'Edge cache', cacheFact( frame, view, cache ) ) }
			${ view.builds.length > 0 && fact( 'Disk', disk( view, measured, frame.now ) ) }
		</dl>
	</div>`;
}
