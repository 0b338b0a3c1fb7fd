/** The form of a new fault rule. */
import { FAULT_KINDS } from '../../model/faults.ts';
import type { FaultKind } from '../../model/faults.ts';
import type { FaultProblems, FaultValues } from '../fault-form.ts';
import { MATCHES, SHARES } from '../fault-form.ts';
import type { FaultField, Starter } from '../fault-presets.ts';
import { shareWords } from '../fault-labels.ts';
import type { Html, HtmlValue } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';

/** A form as it stands. */
export interface FaultFormState {
	starter: Starter;
	values: FaultValues;
	problems: FaultProblems;
	/** How many requests of the journal match, and how many there are. */
	matching: number;
	known: number;
}

interface Choice {
	value: string;
	label: string;
}

const KIND_WORDS: Record< FaultKind, string > = {
	none: 'Wait, then answer as usual',
	status: 'Answer with a status',
	drop: 'Drop the connection',
	reset: 'Reset the connection',
	truncate: 'Send half of the answer',
	drip: 'Send the answer a byte at a time',
	endless: 'Send an answer that never ends',
};

const LABELS: Record< FaultField, string > = {
	path: 'Path',
	match: 'Method and action',
	share: 'How often',
	kind: 'What happens',
	status: 'Status',
	retryAfterSeconds: 'Retry-After, in seconds',
	latency: 'Wait first, in seconds',
	dripMs: 'Between two bytes, in milliseconds',
	afterBytes: 'After how many bytes of the request’s body',
	count: 'How many times at most',
	seed: 'Seed',
	name: 'Name',
};

const HINTS: Partial< Record< FaultField, string > > = {
	status: '200 to 599, where a status is answered.',
	retryAfterSeconds: 'Empty for none.',
	dripMs: 'Where a byte is sent at a time.',
	afterBytes: 'Where the connection is dropped or reset; 0 for at once.',
	count: 'Empty for no end. Used up, the rule turns itself off.',
	seed: 'The same seed hits the same calls. Empty for any.',
};

/** Shown under "More" when a starter does not show them itself. */
const MORE: readonly FaultField[] = [ 'name', 'latency', 'count', 'seed' ];

const CHOICES: Partial< Record< FaultField, readonly Choice[] > > = {
	match: MATCHES,
	share: SHARES.map( ( share ) => ( {
		value: String( share ),
		label: shareWords( share ) || 'Every call',
	} ) ),
	kind: FAULT_KINDS.map( ( kind ) => ( {
		value: kind,
		label: KIND_WORDS[ kind ],
	} ) ),
};

function hintOf( field: FaultField, form: FaultFormState ): HtmlValue {
	if ( field !== 'path' ) {
		return HINTS[ field ];
	}
	const { matching, known } = form;
	const counted =
		known > 0 &&
		` ${ matching.toLocaleString( 'en' ) } of the last ${ known.toLocaleString( 'en' ) } requests match.`;
	return html`<code>*</code> stands for anything.${ counted }`;
}

function control(
	field: FaultField,
	form: FaultFormState,
	attributes: Html
): Html {
	const value = form.values[ field ] ?? '';
	const choices = CHOICES[ field ];
	if ( choices === undefined ) {
		return html`<input type="text" value="${ value }" ${ attributes } />`;
	}
	return html`<select${ attributes }>${ choices.map(
		( choice ) =>
			html`<option
				value="${ choice.value }"
				${ choice.value === value && html` selected` }
			>
				${ choice.label }
			</option>`
	) }</select>`;
}

function faultField( field: FaultField, form: FaultFormState ): Html {
	const id = `fault-${ field }`;
	const problem = form.problems[ field ];
	const hint = hintOf( field, form );
	const [ first ] = Object.keys( form.problems );
	const described = [ hint && `${ id }-hint`, problem && `${ id }-problem` ]
		.filter( Boolean )
		.join( ' ' );
	const attributes = html` id="${ id }"
	name="${ field }"${ described !== '' && html` aria-describedby="${ described }"` }${ problem !== undefined && html` aria-invalid="true"` }${ field === first && html` autofocus` }`;
	return html`<div class="form-field">
		<label for="${ id }">${ LABELS[ field ] }</label>
		${ control( field, form, attributes ) }
		${ hint && html`<p class="hint" id="${ id }-hint">${ hint }</p>` }
		${
			problem !== undefined &&
			html`<p class="bad refusal" id="${ id }-problem">
				${ icon( 'failed' ) } <span>${ problem }</span>
			</p>`
		}
	</div>`;
}

/**
 * Renders the form.
 *
 * @param form The form as it stands.
 */
export function faultForm( form: FaultFormState ): Html {
	const { starter, problems } = form;
	const shown: FaultField[] = [ 'path', 'match', 'share', ...starter.fields ];
	const more = MORE.filter( ( field ) => ! shown.includes( field ) );
	const isMoreOpen = more.some(
		( field ) => problems[ field ] !== undefined
	);
	return html`<form
		class="box inset fault-form"
		id="new-rule"
		method="post"
		action="/portal/faults"
		aria-labelledby="new-rule-title"
	>
		<h2 id="new-rule-title">
			New rule${ starter.name !== '' && `: ${ starter.name }` }
		</h2>
		<input type="hidden" name="new" value="${ starter.key }" />
		${ ! starter.fields.includes( 'status' ) && html`<input type="hidden" name="status" value="${ form.values.status }" />` }
		<div class="fields">${ shown.map( ( field ) => faultField( field, form ) ) }</div>
		<details${ isMoreOpen && html` open` }>
			<summary>More</summary>
			<div class="fields">${ more.map( ( field ) => faultField( field, form ) ) }</div>
		</details>
		<p class="fault-end">
			<button class="primary">Turn on</button>
			<a class="link" href="/portal/faults">Cancel</a>
		</p>
	</form>`;
}
