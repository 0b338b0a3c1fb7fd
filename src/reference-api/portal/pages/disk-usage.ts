/**
 * Disk usage of an environment and of an account: a figure, how it grew, and every number.
 */
import type { AccountUsage } from '../../model/usage.ts';
import { areaChart, areaFinding, dayWords } from '../chart-area.ts';
import { clockWords } from '../chart-bars.ts';
import { lookOnly } from '../forms.ts';
import type { Html, HtmlValue } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { environmentHead, mayChange, noticeBox } from '../layout.ts';
import { sizeOfLimit, sizeWords } from '../sizes.ts';
import type { UsageView } from '../usage-view.ts';
import { USAGE_DAYS, usageState, usageView } from '../usage-view.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { accountHref, environmentHref } from '../environment-view.ts';
import { countWords, duration, time } from '../labels.ts';
import { dayTable, usageTable } from './usage-tables.ts';

function measuredWords( at: Date, now: Date ): Html {
	return at.toDateString() === now.toDateString()
		? html`Measured today at ${ time( at, now, 'sentence' ) }`
		: html`Measured ${ time( at, now, 'sentence' ) }`;
}

interface Told {
	words: HtmlValue;
	/** What is spoken when it changes; the seconds that are left are not. */
	spoken: string;
}

function told( usage: AccountUsage, now: Date ): Told {
	const { refreshTime, expectedTime } = usage;
	switch ( usageState( usage, now ) ) {
		case 'measuring': {
			const fresh = `fresh at about ${ clockWords( expectedTime ?? now ) }`;
			const left = ( expectedTime?.getTime() ?? 0 ) - now.getTime();
			return {
				words: html`<span class="state run"
						>${ icon( 'running' ) } Measuring</span
					>, ${ fresh }, in
					<span data-until="${ expectedTime?.toISOString() }"
						>${ duration( Math.ceil( left / 1000 ) * 1000 ) }</span
					>`,
				spoken: `Measuring, ${ fresh }.`,
			};
		}
		case 'late': {
			const spoken = 'Still measuring, longer than expected.';
			return {
				words: html`<span class="state warn"
					>${ icon( 'running' ) } ${ spoken }</span
				>`,
				spoken,
			};
		}
		case 'measured': {
			const at = refreshTime ?? now;
			return {
				words: measuredWords( at, now ),
				spoken: `Measured at ${ clockWords( at ) }.`,
			};
		}
		case 'never':
			return { words: 'Not measured yet.', spoken: '' };
	}
}

function refreshForm(
	frame: Frame,
	usage: AccountUsage,
	action: string
): Html {
	const isMeasuring = usage.expectedTime !== null;
	const { words, spoken } = told( usage, frame.now );
	return html`<form
		method="post"
		action="${ action }"
		class="refresh"
		id="refresh"
		data-live
	>
		<p class="hint" id="measured" data-say="${ spoken }">${ words }</p>
		${
			mayChange( frame ) &&
			html`<button${ isMeasuring && html` aria-disabled="true"` } aria-describedby="measured">
				Refresh
			</button>`
		}
	</form>`;
}

function daysBox( view: UsageView ): Html {
	return html`<details class="numbers">
		<summary>Every day</summary>
		<div
			class="scroll"
			id="usage-days"
			tabindex="0"
			role="region"
			aria-label="Disk usage by day"
			data-live
		>
			${ dayTable( view ) }
		</div>
	</details>`;
}

function hasSizes( { layers }: UsageView ): boolean {
	return layers.some( ( { values } ) => values.some( ( size ) => size > 0 ) );
}

function usageChart( { days, layers }: UsageView ): Html {
	return areaChart( { days, layers, finding: areaFinding( days, layers ) } );
}

/** Says how much a size grew, or since when it is known. */
function growth( change: number | null, since: string | null ): string {
	if ( change === null ) {
		return since === null ? '' : `, measured since ${ dayWords( since ) }`;
	}
	return change === 0
		? `, as much as ${ USAGE_DAYS } days ago`
		: `, ${ sizeWords( Math.abs( change ) ) } ${ change > 0 ? 'more' : 'less' } than ${ USAGE_DAYS } days ago`;
}

function environmentFigures( usage: AccountUsage, view: UsageView ): Html {
	const [ own ] = view.rows;
	const isMeasured = own !== undefined && own.since !== null;
	const { storageLimitBytes: limit } = usage;
	return html`<div>
			<p class="figure">
				${ isMeasured ? sizeWords( own.totalBytes ) : '–' }
			</p>
			<p class="muted">
				this
				environment${ isMeasured && growth( own.changeBytes, own.since ) }
			</p>
		</div>
		<p class="muted beside">
			${ limit > 0 ? sizeOfLimit( view.totalBytes, limit ) : sizeWords( view.totalBytes ) }<br />
			in this account
		</p>`;
}

/**
 * Adds up how much an account grew; what was not there 30 days ago has grown from nothing.
 */
function accountChange( { rows }: UsageView ): number | null {
	return rows.every( ( { changeBytes } ) => changeBytes === null )
		? null
		: rows.reduce(
				( sum, row ) => sum + ( row.changeBytes ?? row.totalBytes ),
				0
			);
}

function accountFigures( usage: AccountUsage, view: UsageView ): Html {
	const { storageLimitBytes: limit } = usage;
	const since = view.days[ 0 ] ?? null;
	const isMeasured = since !== null;
	return html`<div>
			<p class="figure">
				${ isMeasured ? sizeWords( view.totalBytes ) : '–' }
			</p>
			<p class="muted">
				this
				account${ isMeasured && growth( accountChange( view ), since ) }
			</p>
		</div>
		<p class="muted beside">
			${ limit > 0 && html`of ${ sizeWords( limit ) }<br />` } in
			${ countWords( view.rows.length, 'environment' ) }
		</p>`;
}

const EXPLANATION =
	'Files are releases, caches and logs. Database is the linked WordPress install. Measured each night and when you press Refresh.';

function usageBoxes(
	frame: Frame,
	usage: AccountUsage,
	parts: { view: UsageView; figures: Html; refresh: string }
): Html {
	const { view, figures, refresh } = parts;
	return html`<section class="box inset" aria-label="Disk usage">
			<div class="figures">
				<div class="live-figures" id="usage-figures" data-live>
					${ figures }
				</div>
				${ refreshForm( frame, usage, refresh ) }
			</div>
			<div id="usage-chart" data-live>
				${ hasSizes( view ) && usageChart( view ) }
			</div>
			${ daysBox( view ) }
		</section>
		<div id="usage-table" data-live>
			${ view.rows.length > 0 && usageTable( view, usage.accountName ) }
		</div>
		<p class="hint explained">${ EXPLANATION }</p>
		${ lookOnly( frame ) }`;
}

/** Makes the Disk usage page of an environment. */
export function environmentUsagePage(
	frame: Frame,
	environment: EnvironmentView,
	usage: AccountUsage
): Page {
	const view = usageView( usage, environment.environment.id );
	return {
		title: `Disk usage of ${ environment.environment.displayName }`,
		running: usage.expectedTime !== null,
		main: html`${ environmentHead( frame, environment, 'Disk usage' ) }
		${ usageBoxes( frame, usage, {
			view,
			figures: environmentFigures( usage, view ),
			refresh: environmentHref( environment.path, '/usage/refresh' ),
		} ) }`,
	};
}

/** Makes the Disk usage page of an account. */
export function accountUsagePage( frame: Frame, usage: AccountUsage ): Page {
	const view = usageView( usage );
	return {
		title: `Disk usage of ${ usage.accountName }`,
		nav: 'Disk usage',
		running: usage.expectedTime !== null,
		main: html`<h1>Disk usage</h1>
			${ noticeBox( frame.notice ) }
			<div class="under-title">
				${ usageBoxes( frame, usage, {
					view,
					figures: accountFigures( usage, view ),
					refresh: `${ accountHref( usage.accountName ) }/usage/refresh`,
				} ) }
			</div>`,
	};
}
