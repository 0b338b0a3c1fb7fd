import { __, _x } from '../../ui/i18n.ts';
import type { Source } from '../../shared/wire.ts';

export interface SourceLabels {
	name: string;
	description: string;
}

export function sourceLabels(): Record< Source, SourceLabels > {
	return {
		content: {
			name: _x( 'Content', 'source of changes', 'headless-deploy' ),
			description: __(
				'Published, updated, unpublished, trashed, deleted',
				'headless-deploy'
			),
		},
		terms: {
			name: __( 'Categories, tags and other terms', 'headless-deploy' ),
			description: __( 'Edited, deleted', 'headless-deploy' ),
		},
		files: {
			name: __( 'Files', 'headless-deploy' ),
			description: __(
				'Text, image or address edited, deleted',
				'headless-deploy'
			),
		},
		authors: {
			name: __( 'Authors', 'headless-deploy' ),
			description: __(
				'Name, picture, biography and address of users who can write posts',
				'headless-deploy'
			),
		},
		comments: {
			name: __( 'Comments', 'headless-deploy' ),
			description: __( 'Approved, edited, removed', 'headless-deploy' ),
		},
		menus: {
			name: __( 'Menus and navigation', 'headless-deploy' ),
			description: __(
				'Items, their order, menu locations',
				'headless-deploy'
			),
		},
		templates: {
			name: __( 'Templates and patterns', 'headless-deploy' ),
			description: __(
				'Templates, template parts, synced patterns',
				'headless-deploy'
			),
		},
		styles: {
			name: __( 'Styles', 'headless-deploy' ),
			description: __(
				'Colors, fonts, spacing, additional CSS',
				'headless-deploy'
			),
		},
		options: {
			name: __( 'Site settings', 'headless-deploy' ),
			description: __(
				'Title, tagline, front page, permalinks',
				'headless-deploy'
			),
		},
		theme: {
			name: __( 'Theme', 'headless-deploy' ),
			description: __(
				'Theme switch, theme update, theme settings',
				'headless-deploy'
			),
		},
		acf: {
			name: __( 'ACF option pages', 'headless-deploy' ),
			description: __(
				'Option pages saved with changed values',
				'headless-deploy'
			),
		},
		request: {
			name: __( 'Requests from other plugins', 'headless-deploy' ),
			description: __(
				'Imports and code that requests a run',
				'headless-deploy'
			),
		},
	};
}
