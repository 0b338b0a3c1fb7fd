/** The WordPress installs that environments are linked to. */
import type { Account, Install } from '../../model/hosting.ts';
import { cleanInstallUrl } from '../../lib/names.ts';
import type { FormState } from '../forms.ts';
import { formField, lookOnly, refusal, refuses } from '../forms.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { Frame, Page } from '../layout.ts';
import { mayChange, noticeBox } from '../layout.ts';
import { environmentHref } from '../environment-view.ts';
import { copyButton } from './copy-button.ts';
import { questionPage } from './dialog-form.ts';

/** Where the page lies. */
export const INSTALLS_HREF = '/portal/installs';

/** An install with what is linked to it. */
export interface LinkedInstall extends Install {
	links: { name: string; href: string }[];
}

/** An environment, as far as this page names it. */
export interface Linkable {
	id: string;
	accountName: string;
	appId: string;
	displayName: string;
	wpEnvironment: string;
}

/** Puts installs and the environments that are linked to them together. */
export function linkInstalls(
	installs: readonly Install[],
	environments: readonly Linkable[]
): LinkedInstall[] {
	return installs.map( ( install ) => ( {
		...install,
		links: environments
			.filter( ( { wpEnvironment } ) => wpEnvironment === install.name )
			.map( ( { id, accountName, appId, displayName } ) => ( {
				name: `${ appId } / ${ displayName }`,
				href: environmentHref( {
					accountName,
					appId,
					environmentId: id,
				} ),
			} ) ),
	} ) );
}

function hrefOf( install: Install, rest: string ): string {
	return `${ INSTALLS_HREF }/${ encodeURIComponent( install.name ) }/${ rest }`;
}

function acts( install: LinkedInstall ): Html {
	return html`<a
			class="link"
			href="${ hrefOf( install, 'address' ) }"
			data-dialog
			aria-label="Change address of ${ install.name }"
			>Change address</a
		>
		${
			install.links.length === 0 &&
			html`<a
				class="link"
				href="${ hrefOf( install, 'delete' ) }"
				data-dialog
				aria-label="Delete ${ install.name }"
				>Delete</a
			>`
		}`;
}

function linksOf( { links }: LinkedInstall ): Html {
	return links.length === 0
		? html`<span class="muted">None</span>`
		: html`${ links.map( ( { name, href }, index ) => [ index > 0 && ', ', html`<a href="${ href }">${ name }</a>` ] ) }`;
}

function mayChangeIn( { access }: Frame, accountName: string ): boolean {
	return access.roleIn( accountName ) === 'write';
}

function row( frame: Frame, install: LinkedInstall ): Html {
	const { name, url, accountName, id } = install;
	return html`<tr>
		<th scope="row"><code>${ name }</code></th>
		<td class="address">
			<a href="${ url }" target="_blank" rel="noreferrer"
				>${ url.replace( /^https?:\/\//, '' ) }</a
			>
		</td>
		<td class="account" data-label="Account">${ accountName }</td>
		<td class="uuid">
			<code title="${ id }">${ id.slice( 0, 8 ) }…</code>
			${ copyButton( id, `the UUID of ${ name }` ) }
		</td>
		<td class="linked" data-label="Linked">${ linksOf( install ) }</td>
		<td class="acts">
			${ mayChangeIn( frame, accountName ) && acts( install ) }
		</td>
	</tr>`;
}

function installsTable(
	frame: Frame,
	installs: readonly LinkedInstall[]
): Html {
	if ( installs.length === 0 ) {
		return html`<p class="box inset muted">
			No installs yet. Add the address of a WordPress, then environments
			can be linked to its name.
		</p>`;
	}
	return html`<div class="box">
		<table class="install-list">
			<caption class="unseen">
				WordPress installs
			</caption>
			<thead>
				<tr>
					<th scope="col">Name</th>
					<th scope="col">Address</th>
					<th scope="col">Account</th>
					<th scope="col">UUID</th>
					<th scope="col">Linked environments</th>
					<td></td>
				</tr>
			</thead>
			<tbody>
				${ installs.map( ( install ) => row( frame, install ) ) }
			</tbody>
		</table>
	</div>`;
}

function accountField( accounts: readonly Account[], state: FormState ): Html {
	return html`<div class="form-field">
		<label for="account">Account</label>
		<select id="account" name="account">
			${ accounts.map(
				( { name } ) =>
					html`<option
						value="${ name }"
						${ name === state.values.account && html` selected` }
					>
						${ name }
					</option>`
			) }
		</select>
	</div>`;
}

function addressField(
	id: string,
	state: FormState,
	isRefused: boolean
): Html {
	return formField( {
		name: 'url',
		id,
		label: 'Address',
		hint: 'http:// or https://, for example http://localhost:8881. Builds get it as WORDPRESS_URL.',
		state,
		isRefused,
		isCode: true,
		required: true,
		maxLength: 2000,
	} );
}

function addBox( frame: Frame, state: FormState ): Html {
	const { url = '' } = state.values;
	const isUrlRefused = refuses( () => cleanInstallUrl( url ) );
	return html`<form
		class="box inset form"
		method="post"
		action="${ INSTALLS_HREF }"
	>
		<h2>Add an install</h2>
		${ accountField(
			frame.accounts.filter( ( { name } ) => mayChangeIn( frame, name ) ),
			state
		) }
		${ formField( {
			name: 'name',
			label: 'Name',
			hint: 'What “wpEnvironment” names when an environment is created. Unique on this platform.',
			state,
			isRefused: ! isUrlRefused,
			isCode: true,
			required: true,
			maxLength: 63,
		} ) }
		${ addressField( 'url', state, isUrlRefused ) }
		<button class="primary">Add an install</button>
	</form>`;
}

/**
 * Makes the Installs page.
 *
 * @param state The form that adds one.
 */
export function installsPage(
	frame: Frame,
	installs: readonly LinkedInstall[],
	state: FormState
): Page {
	const canAdd = frame.accounts.length > 0;
	return {
		title: 'Installs',
		nav: null,
		main: html`<h1>WordPress installs</h1>
			<p class="muted narrow">
				Environments are linked to these names; builds get the address.
				An install that is linked cannot be deleted.
			</p>
			${ noticeBox( frame.notice ) }
			<div class="under-title" id="installs" data-live>
				${ installsTable( frame, installs ) }
			</div>
			${ mayChange( frame ) && canAdd && addBox( frame, state ) }
			${ mayChange( frame ) && ! canAdd && html`<p class="hint">Create an account first: an install belongs to one.</p>` }
			${ lookOnly( frame ) }`,
	};
}

const CRUMBS = [ { name: 'WordPress installs', href: INSTALLS_HREF } ];

/** Makes the form that changes an install's address. */
export function installAddressPage( install: Install, state: FormState ): Page {
	return questionPage( {
		title: `Change the address of ${ install.name }`,
		fields: addressField(
			'new-url',
			{ ...state, values: { url: install.url, ...state.values } },
			true
		),
		action: hrefOf( install, 'address' ),
		yes: 'Change address',
		no: 'Keep the address',
		back: INSTALLS_HREF,
		nav: null,
		crumbs: CRUMBS,
	} );
}

/**
 * Makes the question before an install is deleted.
 *
 * @param state Why it was refused, if it was.
 */
export function deleteInstallPage( install: Install, state: FormState ): Page {
	return questionPage( {
		title: `Delete ${ install.name }?`,
		fields: html`<p>
				The platform forgets its name and address. WordPress itself is
				not touched.
			</p>
			${ refusal( 'delete', state ) }`,
		action: hrefOf( install, 'delete' ),
		yes: 'Delete',
		no: 'Keep it',
		back: INSTALLS_HREF,
		nav: null,
		crumbs: CRUMBS,
		danger: true,
	} );
}
