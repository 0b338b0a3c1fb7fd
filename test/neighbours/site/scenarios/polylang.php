<?php

declare( strict_types=1 );

/**
 * The ways in which Polylang saves: languages, the language of a post and its translations.
 */
return array(
	'add two languages' => static function (): array {
		foreach ( array( 'en_US' => array( 'English', 'en' ), 'fr_FR' => array( 'Français', 'fr' ) ) as $locale => list( $name, $slug ) ) {
			PLL()->model->languages->add( array( 'name' => $name, 'slug' => $slug, 'locale' => $locale, 'rtl' => false, 'term_group' => 0 ) );
		}
		return array( 'changed option polylang' );
	},
	'give a page a language' => static function (): array {
		pll_set_post_language( 2, 'en' );
		return array( 'updated post 2' );
	},
	'translate a page' => static function (): array {
		$id = (int) wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Bonjour', 'post_status' => 'publish' ) );
		pll_set_post_language( $id, 'fr' );
		pll_save_post_translations( array( 'en' => 2, 'fr' => $id ) );
		return array( "published post $id", 'updated post 2' );
	},
);
