/** The table of builds: a part of two pages. */
import type { Build } from '../../model/hosting.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { environmentHref } from '../environment-view.ts';
import {
	duration,
	elapsed,
	sentences,
	startedByWords,
	stateLabel,
	stateWord,
	time,
	tookMilliseconds,
} from '../labels.ts';
import { lastStep, stepWord } from './steps.ts';

function tookWords( build: Build, now: Date ): Html | string {
	const took = tookMilliseconds( build, now );
	if ( took === null || build.startTime === null ) {
		return '';
	}
	return build.finishTime === null
		? html`${ elapsed( build.startTime, now ) } so far`
		: duration( took );
}

/**
 * Says why a build ended, in its error's first sentence; the build's page has the rest.
 */
function reasonOf( build: Build ): string {
	const [ first = '' ] = sentences( build.error );
	const step = lastStep( build );
	const place =
		build.state === 'failed' && step?.state === 'failed'
			? `${ stepWord( step.name ) }: `
			: '';
	const why = first.replace( /\.$/, '' );
	return why === '' || why === stateWord( build.state )
		? ''
		: `. ${ place }${ place === '' ? why : why.replace( /^\w+ failed: /, '' ) }`;
}

function row( view: EnvironmentView, build: Build, now: Date ): Html {
	return html`<tr>
		<th scope="row">
			<a
				href="${ environmentHref( view.path, `/builds/${ build.number }` ) }"
				>Build ${ build.number }</a
			>
		</th>
		<td class="state-cell">${ stateLabel( build.state ) }</td>
		<td class="by">${ startedByWords( build ) }${ reasonOf( build ) }</td>
		<td class="took">${ tookWords( build, now ) }</td>
		<td class="when">${ time( build.createTime, now ) }</td>
	</tr>`;
}

/**
 * Renders builds as a table.
 *
 * @param builds The builds to show.
 */
export function buildsTable(
	view: EnvironmentView,
	builds: Build[],
	now: Date
): Html {
	return html`<div class="box">
		<table class="builds">
			<caption class="unseen">
				Builds, newest first
			</caption>
			<thead>
				<tr>
					<th scope="col">Build</th>
					<th scope="col">State</th>
					<th scope="col">Started by</th>
					<th scope="col" class="took">Took</th>
					<th scope="col" class="when">When</th>
				</tr>
			</thead>
			<tbody>
				${ builds.map( ( build ) => row( view, build, now ) ) }
			</tbody>
		</table>
	</div>`;
}
