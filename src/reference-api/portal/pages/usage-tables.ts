/** The tables below the chart of disk usage: every number. */
import { dayWords } from '../chart-area.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { sizeWords } from '../sizes.ts';
import type { UsageRow, UsageView } from '../usage-view.ts';
import { USAGE_DAYS } from '../usage-view.ts';
import { environmentHref } from '../environment-view.ts';

function changeWords( {
	changeBytes,
	fileBytes,
	databaseBytes,
}: UsageRow ): string {
	if ( fileBytes === null && databaseBytes === null ) {
		return '';
	}
	if ( changeBytes === null ) {
		return 'new';
	}
	const sign = changeBytes < 0 ? '−' : '+';
	return changeBytes === 0
		? 'same'
		: `${ sign }${ sizeWords( Math.abs( changeBytes ) ) }`;
}

function sizeCell( bytes: number | null ): string {
	return bytes === null ? '–' : sizeWords( bytes );
}

function tableRow( row: UsageRow, accountName: string ): Html {
	const { appId, displayName, environmentId, tone } = row;
	const href = environmentHref(
		{ accountName, appId, environmentId },
		'/usage'
	);
	const isMeasured = row.fileBytes !== null || row.databaseBytes !== null;
	return html`<tr>
		<th scope="row">
			<span class="swatch ${ tone }"></span>
			<a href="${ href }">${ appId } / ${ displayName }</a>
		</th>
		<td class="number files" data-label="Files">
			${ sizeCell( row.fileBytes ) }
		</td>
		<td class="number database" data-label="Database">
			${ sizeCell( row.databaseBytes ) }
		</td>
		<td class="number change">${ changeWords( row ) }</td>
		<td class="number total">
			${ isMeasured ? sizeWords( row.totalBytes ) : '–' }
		</td>
	</tr>`;
}

/** Renders what each environment takes. */
export function usageTable( view: UsageView, accountName: string ): Html {
	return html`<div class="box">
		<table class="usage">
			<caption class="unseen">
				Disk usage of each environment
			</caption>
			<thead>
				<tr>
					<th scope="col">Environment</th>
					<th scope="col" class="number">Files</th>
					<th scope="col" class="number">Database</th>
					<th scope="col" class="number">${ USAGE_DAYS } days</th>
					<th scope="col" class="number">Total</th>
				</tr>
			</thead>
			<tbody>
				${ view.rows.map( ( row ) => tableRow( row, accountName ) ) }
			</tbody>
		</table>
	</div>`;
}

/**
 * Renders what each layer of the chart took on each day.
 *
 * @param view The days and layers.
 */
export function dayTable( view: UsageView ): Html {
	const { days, layers } = view;
	if ( days.length === 0 ) {
		return html`<p class="muted under">Not measured yet.</p>`;
	}
	return html`<table class="days">
		<caption class="unseen">
			Disk usage by day
		</caption>
		<thead>
			<tr>
				<th scope="col">Day</th>
				${ layers.map( ( { name } ) => html`<th scope="col" class="number">${ name }</th>` ) }
			</tr>
		</thead>
		<tbody>
			${ days.map(
				( day, index ) =>
					html`<tr>
						<th scope="row">${ dayWords( day ) }</th>
						${ layers.map( ( { values } ) => html`<td class="number">${ sizeWords( values[ index ] ?? 0 ) }</td>` ) }
					</tr>`
			) }
		</tbody>
	</table>`;
}
