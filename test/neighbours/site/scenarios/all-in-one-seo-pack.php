<?php

declare( strict_types=1 );

/**
 * The ways in which All in One SEO saves: its settings. What it stores of a post is in its own table (docs/changes.md).
 */
return array(
	'change the separator of titles' => static function (): array {
		aioseo()->options->searchAppearance->global->separator = '&raquo;';
		aioseo()->options->save( true );
		return array( 'changed option aioseo_options' );
	},
);
