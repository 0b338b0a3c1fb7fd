<?php

declare( strict_types=1 );

/**
 * The ways in which Contact Form 7 saves: forms, which are posts of a hidden type, and what visitors send.
 */
return array(
	'prepare' => static function (): void {
		$form = WPCF7_ContactForm::get_template( array( 'title' => 'On a page' ) );
		$form->save();
		wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Contact', 'post_status' => 'publish', 'post_content' => $form->shortcode() ) );
	},
	'add and change a form' => static function (): array {
		$form = WPCF7_ContactForm::get_template( array( 'title' => 'Contact' ) );
		$form->save();
		$form->set_title( 'Write to us' );
		$form->save();
		return array();
	},
	'send a form' => static function (): array {
		$form  = current( WPCF7_ContactForm::find( array( 'posts_per_page' => 1 ) ) );
		$_POST = array( '_wpcf7' => $form->id(), 'your-name' => 'Ada', 'your-email' => 'ada@example.test', 'your-subject' => 'Hello', 'your-message' => 'World' );
		$form->submit();
		return array();
	},
);
