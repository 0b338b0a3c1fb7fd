import { CardBody, SelectControl } from '@wordpress/components';
import type {
	EnvironmentSettings,
	GeneralSettings,
} from '../../shared/wire.ts';
import { __ } from '../../ui/i18n.ts';
import { useDraft } from '../settings/use-draft.ts';
import { useGeneralSave } from '../settings/use-versioned-save.ts';
import {
	linkChoices,
	linkLabels,
	type Links,
	linksInput,
	linksOf,
} from './links.ts';
import { sectionOf } from './section.ts';
import { SectionForm } from './section-form.tsx';

interface Props {
	general: GeneralSettings;
	environments: readonly EnvironmentSettings[];
	onUpdate: ( updated: GeneralSettings ) => void;
}

/** Where links to posts lead. */
export function LinksCard( { general, environments, onUpdate }: Props ) {
	const draft = useDraft< Links >( linksOf( general ) );
	const saving = useGeneralSave(
		general,
		() => __( 'Saved. “View” uses the new setting.', 'headless-deploy' ),
		onUpdate
	);
	const labels = linkLabels( environments );
	const section = sectionOf( general, draft, saving, {
		of: linksOf,
		labels,
		inputOf: linksInput,
	} );
	return (
		<SectionForm
			{ ...section }
			title={ __( 'Links to posts', 'headless-deploy' ) }
			description={ __(
				'In the list of posts, the admin bar and the block editor.',
				'headless-deploy'
			) }
		>
			<CardBody className="headless-deploy-general">
				<SelectControl
					__next40pxDefaultSize
					__nextHasNoMarginBottom
					label={ labels.target.name }
					value={ draft.values.target }
					options={ linkChoices( draft.values, environments ) }
					onChange={ ( target ) => draft.set( 'target', target ) }
					help={ __(
						'“View in WordPress” beside it leads to WordPress. Previews, search results, feeds and content keep the addresses of WordPress.',
						'headless-deploy'
					) }
				/>
			</CardBody>
		</SectionForm>
	);
}
