/**
 * An environment's variables: written, replaced and deleted, never read back.
 */
import type { StoredVariable } from '../../model/hosting.ts';
import { lookOnly } from '../forms.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { environmentHead, mayChange } from '../layout.ts';
import type { PlatformVariable, WaitingChanges } from '../variables-view.ts';
import { platformVariables, waitingChanges } from '../variables-view.ts';
import { isReserved } from '../../builds/platform-variables.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { environmentHref } from '../environment-view.ts';
import { countWords, time } from '../labels.ts';

const DOTS = '••••••••';

function list( words: readonly string[] ): string {
	return words.length < 2
		? words.join( '' )
		: `${ words.slice( 0, -1 ).join( ', ' ) } and ${ words.at( -1 ) }`;
}

function waitingWords( waiting: WaitingChanges ): string {
	const { served, keys, isDeleted, coming } = waiting;
	const set =
		keys.length > 0 &&
		`${ list( keys ) } ${ keys.length === 1 ? 'was' : 'were' } set`;
	const deleted = isDeleted && 'a variable was deleted';
	const what = [ set, deleted ].filter( Boolean ).join( ' and ' );
	const rest = coming
		? `Build ${ coming.number } takes ${ keys.length + Number( isDeleted ) === 1 ? 'it' : 'them' } along.`
		: 'Variables count from the next build.';
	return `${ what.charAt( 0 ).toUpperCase() }${ what.slice( 1 ) } after build ${ served.number } began. ${ rest }`;
}

function waitingBox( frame: Frame, view: EnvironmentView ): Html | false {
	const waiting = waitingChanges( view );
	if ( waiting === null ) {
		return false;
	}
	const count = waiting.keys.length + Number( waiting.isDeleted );
	return html`<div class="banner warn-soft">
		${ icon( 'warning' ) }
		<p>
			<strong
				>${ countWords( count, 'change' ) }
				${ count === 1 ? 'is' : 'are' } waiting.</strong
			>
			${ waitingWords( waiting ) }
		</p>
		${
			waiting.coming === null &&
			mayChange( frame ) &&
			html`<form
				method="post"
				action="${ environmentHref( view.path, '/variables/rebuild' ) }"
			>
				<button class="small">Rebuild now</button>
			</form>`
		}
	</div>`;
}

function ownRow(
	frame: Frame,
	view: EnvironmentView,
	variable: StoredVariable
): Html {
	const { key, setTime } = variable;
	const link = ( verb: string, rest: string ) =>
		html`<a
			class="link"
			href="${ environmentHref( view.path, `/variables/${ key }/${ rest }` ) }"
			data-dialog
			aria-label="${ verb } ${ key }"
			>${ verb }</a
		>`;
	return html`<tr>
		<th scope="row">
			<code>${ key }</code
			>${ isReserved( key ) && html`<span class="hint">Not used: the platform sets it</span>` }
		</th>
		<td class="value">
			<span aria-hidden="true">${ DOTS }</span
			><span class="unseen">hidden</span>
		</td>
		<td class="when">${ time( setTime, frame.now ) }</td>
		<td class="acts">
			${ mayChange( frame ) && [ link( 'Replace', 'replace' ), link( 'Delete', 'delete' ) ] }
		</td>
	</tr>`;
}

function ownTable( frame: Frame, view: EnvironmentView ): Html {
	const variables = view.environment.shellVariables.toSorted( ( a, b ) =>
		a.key < b.key ? -1 : 1
	);
	if ( variables.length === 0 ) {
		return html`<p class="box inset muted">No variables of your own.</p>`;
	}
	return html`<div class="box">
			<table class="variables">
				<caption class="unseen">
					Your variables
				</caption>
				<thead>
					<tr>
						<th scope="col">Key</th>
						<th scope="col">Value</th>
						<th scope="col" class="when">Set</th>
						<td></td>
					</tr>
				</thead>
				<tbody>
					${ variables.map( ( variable ) => ownRow( frame, view, variable ) ) }
				</tbody>
			</table>
		</div>
		<p class="hint under">
			Values can be replaced, but nobody can read them back, here or over
			the API. In logs they appear as ••••.
		</p>`;
}

function shortened( value: string ): Html {
	return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test( value )
		? html`<code title="${ value }"
				>${ value.slice( 0, 8 ) }…${ value.slice( -4 ) }</code
			>`
		: html`<code>${ value }</code>`;
}

function platformRow(
	view: EnvironmentView,
	variable: PlatformVariable
): Html {
	const { key, value, isValue, when, isDefault } = variable;
	const isOwn =
		isDefault &&
		view.environment.shellVariables.some( ( own ) => own.key === key );
	const shown = isValue ? shortened( value ) : value;
	return html`<tr>
		<th scope="row"><code>${ key }</code></th>
		<td class="value">${ isOwn ? 'yours, from above' : shown }</td>
		<td class="phase">${ when }</td>
	</tr>`;
}

function platformTable( view: EnvironmentView ): Html {
	return html`<div class="box">
		<table class="variables platform">
			<caption class="unseen">
				Set by the platform
			</caption>
			<thead>
				<tr>
					<th scope="col">Key</th>
					<th scope="col">Value</th>
					<th scope="col">When</th>
				</tr>
			</thead>
			<tbody>
				${ platformVariables( view ).map( ( variable ) => platformRow( view, variable ) ) }
			</tbody>
		</table>
	</div>`;
}

/** Makes the Variables page. */
export function variablesPage( frame: Frame, view: EnvironmentView ): Page {
	const href = ( rest: string ) =>
		environmentHref( view.path, `/variables/${ rest }` );
	return {
		title: `Variables of ${ view.environment.displayName }`,
		main: html`${ environmentHead( frame, view, 'Variables' ) }
			<div id="waiting" data-live>${ waitingBox( frame, view ) }</div>
			<div class="section-head">
				<h2>Your variables</h2>
				${
					mayChange( frame )
						? html`<div class="buttons">
								<a
									class="button small"
									href="${ href( 'paste' ) }"
									data-dialog
									>Paste a .env file</a
								>
								<a
									class="button small primary"
									href="${ href( 'add' ) }"
									data-dialog
									>Add a variable</a
								>
							</div>`
						: lookOnly( frame )
				}
			</div>
			<div id="variables" data-live>${ ownTable( frame, view ) }</div>
			<div class="section-head"><h2>Set by the platform</h2></div>
			${ platformTable( view ) }`,
	};
}
