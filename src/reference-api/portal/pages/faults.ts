/**
 * Wrong answers on purpose: the rules, common faults to start from, and the form of a new one.
 */
import type { FaultRule } from '../../model/faults.ts';
import { STARTERS } from '../fault-presets.ts';
import { aboutWords, happensWords, usedWords } from '../fault-labels.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { mayChange, noticeBox } from '../layout.ts';
import { lookOnly } from '../forms.ts';
import type { FaultFormState } from './fault-form.ts';
import { faultForm } from './fault-form.ts';

/** Where the page lies. */
export const FAULTS_HREF = '/portal/faults';

function ruleHref( rule: FaultRule, act: string ): string {
	return `${ FAULTS_HREF }/${ encodeURIComponent( rule.id ) }/${ act }`;
}

function button( rule: FaultRule, act: string, label: string ): Html {
	return html`<form method="post" action="${ ruleHref( rule, act ) }">
		<button class="small" aria-label="${ label } ${ rule.name }">
			${ label }
		</button>
	</form>`;
}

function stateCell( rule: FaultRule, isForChange: boolean ): Html {
	const word = rule.isOn
		? html`<span class="state warn">${ icon( 'warning' ) } On</span>`
		: html`<span class="state quiet">${ icon( 'nothing' ) } Off</span>`;
	return html`<td class="rule-state">
		<div>
			${ word }
			${
				isForChange &&
				( rule.isOn
					? button( rule, 'turn-off', 'Turn off' )
					: [
							button( rule, 'turn-on', 'Turn on' ),
							button( rule, 'delete', 'Delete' ),
						] )
			}
		</div>
	</td>`;
}

function row( rule: FaultRule, isForChange: boolean ): Html {
	return html`<tr>
		<th scope="row">
			${ rule.name }
			<p class="hint">${ aboutWords( rule ) }</p>
		</th>
		<td class="happens">${ happensWords( rule ) }</td>
		<td class="used">${ usedWords( rule ) }</td>
		${ stateCell( rule, isForChange ) }
	</tr>`;
}

function rulesBox( rules: readonly FaultRule[], isForChange: boolean ): Html {
	if ( rules.length === 0 ) {
		return html`<p class="box inset muted">
			No rules. Every answer is the real one.
		</p>`;
	}
	return html`<div class="box">
		<table class="rules">
			<caption class="unseen">
				Fault rules
			</caption>
			<thead>
				<tr>
					<th scope="col">Rule</th>
					<th scope="col">What happens</th>
					<th scope="col">Used</th>
					<th scope="col" class="rule-state">State</th>
				</tr>
			</thead>
			<tbody>
				${ rules.map( ( rule ) => row( rule, isForChange ) ) }
			</tbody>
		</table>
	</div>`;
}

function starters( current: string ): Html {
	return html`<section aria-labelledby="starters-title">
		<h2 id="starters-title">Start from a common fault</h2>
		<ul class="starters">
			${ STARTERS.map(
				( { key, label } ) =>
					html`<li>
						<a
							class="button small"
							href="${ FAULTS_HREF }?new=${ key }#new-rule"
							${ key === current && html` aria-current="true"` }
							>${ label }</a
						>
					</li>`
			) }
		</ul>
	</section>`;
}

function head( hasOn: boolean, isForChange: boolean, hasForm: boolean ): Html {
	return html`<div class="head" id="head" data-live>
		<h1>Faults</h1>
		${
			isForChange &&
			html`<div class="buttons">
				${ hasOn && html`<form method="post" action="${ FAULTS_HREF }/turn-all-off"><button>Turn all off</button></form>` }
				<a
					class="button${ ! hasForm && ' primary' }"
					href="${ FAULTS_HREF }?new=rule#new-rule"
					>Add a rule</a
				>
			</div>`
		}
	</div>`;
}

/**
 * Makes the faults page.
 *
 * @param rules  All rules, in the order in which they are asked.
 * @param wanted The form that is open for those who may change things, or null.
 */
export function faultsPage(
	frame: Frame,
	rules: readonly FaultRule[],
	wanted: FaultFormState | null
): Page {
	const isForChange = mayChange( frame );
	const form = isForChange ? wanted : null;
	const hasOn = rules.some( ( { isOn } ) => isOn );
	return {
		title: form === null ? 'Faults' : 'New rule, Faults',
		nav: 'Faults',
		main: html`${ head( hasOn, isForChange, form !== null ) }
			<p class="muted">
				Make the API answer wrongly on purpose, to see how your client
				copes. The first rule that matches wins.
			</p>
			<div class="under-title">${ noticeBox( frame.notice ) }</div>
			<div id="rules" data-live>${ rulesBox( rules, isForChange ) }</div>
			${ isForChange ? starters( form?.starter.key ?? '' ) : lookOnly( frame ) }
			${ form !== null && faultForm( form ) }`,
	};
}
