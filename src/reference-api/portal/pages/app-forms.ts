/** The forms that create and delete apps and environments. */
import type { App, Environment, Install } from '../../model/hosting.ts';
import { MAX_DISPLAY_NAME, REGIONS } from '../../lib/names.ts';
import type { FormState } from '../forms.ts';
import { formField } from '../forms.ts';
import type { Html, HtmlValue } from '../html.ts';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';
import { breadcrumb } from '../layout.ts';
import { accountHref, appHref, environmentHref } from '../environment-view.ts';
import { regionWords } from '../labels.ts';
import { questionPage } from './dialog-form.ts';

/** Rows for variables in the form of a new environment; the script adds more. */
const VARIABLE_ROWS = 5;

function formPage( form: {
	title: string;
	crumbs: { name: string; href: string }[];
	action: string;
	fields: HtmlValue;
	yes: string;
	back: string;
} ): Page {
	return {
		title: form.title,
		still: true,
		main: html`${ breadcrumb( form.crumbs ) }
			<div class="head"><h1>${ form.title }</h1></div>
			<form
				class="box inset form new-form"
				method="post"
				action="${ form.action }"
				data-form
			>
				${ form.fields }
				<div class="form-end">
					<button class="primary">${ form.yes }</button>
					<a class="link" href="${ form.back }">Cancel</a>
				</div>
			</form>`,
	};
}

function selectField( field: {
	name: string;
	label: string;
	options: { value: string; words: string }[];
	chosen: string | undefined;
	hint?: HtmlValue;
} ): Html {
	const { name, label, options, chosen, hint } = field;
	return html`<div class="form-field">
		<label for="${ name }">${ label }</label>
		<select
			id="${ name }"
			name="${ name }"
			required
			${ hint !== undefined && html` aria-describedby="${ name }-hint"` }
		>
			${ options.map( ( { value, words } ) => html`<option value="${ value }" ${ value === chosen && html` selected` }>${ words }</option>` ) }
		</select>
		${ hint !== undefined && html`<p class="hint" id="${ name }-hint">${ hint }</p>` }
	</div>`;
}

/**
 * Makes the form of a new app.
 *
 * @param state What was typed, and why it was refused.
 */
export function newAppPage( accountName: string, state: FormState ): Page {
	const account = accountHref( accountName );
	return formPage( {
		title: 'New app',
		crumbs: [ { name: accountName, href: account } ],
		action: `${ account }/apps/new`,
		fields: html`${ formField( {
			name: 'name',
			label: 'Name',
			hint: '1 to 63 letters, digits, hyphens and underscores, beginning with a letter or digit. It stands in the addresses of the API and cannot be changed.',
			state,
			isRefused: true,
			isCode: true,
			required: true,
			maxLength: 63,
			isFirst: true,
		} ) }
		${ selectField( {
			name: 'region',
			label: 'Region',
			options: REGIONS.map( ( { name } ) => ( {
				value: name,
				words: regionWords( name ),
			} ) ),
			chosen: state.values.region,
			hint: 'Everything runs on this machine; the region is what the API tells.',
		} ) }`,
		yes: 'Create app',
		back: account,
	} );
}

function variableRow( index: number, state: FormState ): Html {
	const key = `key-${ index }`;
	const value = `value-${ index }`;
	return html`<div
		class="variable-row"
		data-row
		${ index > 1 && html` data-spare` }
	>
		<label
			><span>Key</span
			><input
				name="${ key }"
				aria-label="Key of variable ${ index }"
				class="code"
				autocapitalize="none"
				autocomplete="off"
				spellcheck="false"
				value="${ state.values[ key ] ?? '' }"
		/></label>
		<label
			><span>Value</span
			><input
				name="${ value }"
				type="password"
				aria-label="Value of variable ${ index }"
				autocomplete="new-password"
		/></label>
		<button type="button" class="link needs-script" data-remove-row>
			Remove<span class="unseen"> variable ${ index }</span>
		</button>
	</div>`;
}

function variableFields( state: FormState ): Html {
	return html`<fieldset class="variable-rows" data-rows>
		<legend>Variables <span class="optional">optional</span></legend>
		<p class="hint">
			Builds and the app get them. Values are written here and never shown
			again.${ state.message !== '' && ' Type them again.' }
		</p>
		${ Array.from( { length: VARIABLE_ROWS }, ( _, index ) => variableRow( index + 1, state ) ) }
		<button type="button" class="small needs-script" data-add-row>
			Add a variable
		</button>
	</fieldset>`;
}

function installField( installs: Install[], state: FormState ): Html {
	if ( installs.length === 0 ) {
		return html`<div class="form-field">
			<p><strong>WordPress install</strong></p>
			<p class="hint">
				There are none. An environment is linked to one, which its
				builds get as <code>WORDPRESS_URL</code>.
				<a href="/portal/installs">Add an install</a>
			</p>
		</div>`;
	}
	return selectField( {
		name: 'install',
		label: 'WordPress install',
		options: installs.map( ( { name, url } ) => ( {
			value: name,
			words: `${ name }, ${ url }`,
		} ) ),
		chosen: state.values.install,
		hint: html`The app gets this address as <code>WORDPRESS_URL</code>.
			<a href="/portal/installs">Add an install</a>`,
	} );
}

/**
 * Makes the form of a new environment.
 *
 * @param installs The WordPress installs that it may be linked to.
 * @param state    What was typed, and why it was refused.
 */
export function newEnvironmentPage(
	app: App,
	installs: Install[],
	state: FormState
): Page {
	const { accountName, appId } = app;
	const account = accountHref( accountName );
	return formPage( {
		title: 'New environment',
		crumbs: [
			{ name: accountName, href: account },
			{ name: appId, href: `${ account }#${ appId }` },
		],
		action: `${ appHref( accountName, appId ) }/environments/new`,
		fields: html`${ formField( {
			name: 'name',
			label: 'Name',
			hint: `For people, such as Production or Staging: 1 to ${ MAX_DISPLAY_NAME } characters, used once in this app.`,
			state,
			isRefused: true,
			required: true,
			maxLength: MAX_DISPLAY_NAME,
			isFirst: true,
		} ) }
		${ installField( installs, state ) } ${ variableFields( state ) }`,
		yes: 'Create environment',
		back: `${ account }#${ appId }`,
	} );
}

function deletePage( given: {
	what: string;
	name: string;
	loss: HtmlValue;
	action: string;
	no: string;
	back: string;
	crumbs: { name: string; href: string }[];
	state: FormState;
} ): Page {
	const { what, name, loss, state, action, no, back, crumbs } = given;
	return {
		...questionPage( {
			title: `Delete ${ name }?`,
			fields: html`<p>${ loss }</p>
				${ formField( {
					name: 'name',
					label: `Type the name of the ${ what }`,
					hint: html`<b>${ name }</b>`,
					state,
					isRefused: true,
					required: true,
					isCode: true,
				} ) }`,
			action,
			yes: `Delete ${ what }`,
			no,
			back,
			crumbs,
			danger: true,
		} ),
		still: true,
	};
}

/**
 * Makes the question before an app is deleted.
 *
 * @param names Names of its environments.
 * @param state What was typed, and why it was refused.
 */
export function deleteAppPage(
	app: App,
	names: string[],
	state: FormState
): Page {
	const account = accountHref( app.accountName );
	const own =
		names.length === 0
			? 'It has no environments.'
			: `With it ${ names.length === 1 ? 'goes' : 'go' } ${ names.join( ', ' ) }: ${ names.length === 1 ? 'its site' : 'their sites' }, code, builds, variables and webhooks.`;
	return deletePage( {
		what: 'app',
		name: app.appId,
		loss: `${ own } This cannot be undone.`,
		action: `${ appHref( app.accountName, app.appId ) }/delete`,
		no: 'Keep the app',
		back: account,
		crumbs: [ { name: app.accountName, href: account } ],
		state,
	} );
}

/**
 * Makes the question before an environment is deleted.
 *
 * @param isLive Whether visitors get something from it.
 * @param state  What was typed, and why it was refused.
 */
export function deleteEnvironmentPage(
	environment: Environment,
	isLive: boolean,
	state: FormState
): Page {
	const { accountName, appId, displayName, id } = environment;
	const account = accountHref( accountName );
	const href = environmentHref( { accountName, appId, environmentId: id } );
	return deletePage( {
		what: 'environment',
		name: displayName,
		loss: `${ isLive ? 'Its site goes offline at once. ' : '' }Its code, builds, variables and webhooks are deleted. This cannot be undone.`,
		action: `${ href }/delete`,
		no: 'Keep the environment',
		back: href,
		crumbs: [
			{ name: accountName, href: account },
			{ name: appId, href: `${ account }#${ appId }` },
			{ name: displayName, href },
		],
		state,
	} );
}
