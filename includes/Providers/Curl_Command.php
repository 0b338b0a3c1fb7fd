<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;
use WP_Error;

/**
 * Finds the URL in a curl command, because portals of hosts show webhooks as commands. Nothing is executed, and headers
 * and a body are ignored.
 */
final class Curl_Command {
	/**
	 * Leaves room for headers beside the URL.
	 */
	public const MAX_BYTES = 8192;

	private const START = '/^\s*(?:[$>#]\s*)?curl(?:\.exe)?(?:\s|$)/i';

	/**
	 * The end of a line that continues (`\` of Unix shells, `^` of Windows, "`" of PowerShell).
	 */
	private const LINE_END = '/[\\\\^`]?\R/';

	private const WINDOWS_ESCAPE = '/\^(?=["&%])/';

	/**
	 * An argument: text in quotation marks, escaped characters and other text without a blank between them.
	 */
	private const ARGUMENT = '/(?:\$?\'[^\']*+\'|"(?:[^"\\\\]|\\\\.)*+"|\\\\.|[^\s"\'\\\\])++/s';

	/**
	 * Options whose value may be a URL that is not the one that curl requests.
	 */
	private const OTHER_URLS = array(
		'-e',
		'--referer',
		'-x',
		'--proxy',
		'--preproxy',
		'-d',
		'--data',
		'--data-ascii',
		'--data-binary',
		'--data-raw',
		'--data-urlencode',
		'--json',
		'--doh-url',
		'-H',
		'--header',
	);

	/**
	 * Returns the URL of a curl command, or the text itself if it is another text. No error repeats the text.
	 */
	public static function unwrap( #[SensitiveParameter] string $pasted ): string|WP_Error {
		$text = Sensitive_Value::take( $pasted );
		if ( ! self::is_in( $text ) ) {
			return $text;
		}
		preg_match_all(
			self::ARGUMENT,
			(string) preg_replace( array( self::LINE_END, self::WINDOWS_ESCAPE ), array( ' ', '' ), $text ),
			$matches,
		);
		$option = '';
		foreach ( $matches[0] as $argument ) {
			$value = self::value( $argument );
			if ( 1 === preg_match( '#^(?:--url=)?(https?://.*)$#Dis', $value, $parts ) && ! in_array( $option, self::OTHER_URLS, true ) ) {
				return $parts[1];
			}
			$option = $value;
		}
		return Errors::make( 'headless_deploy_curl_without_url' );
	}

	/**
	 * Tells whether a text is a curl command.
	 */
	public static function is_in( #[SensitiveParameter] string $text ): bool {
		return 1 === preg_match( self::START, Sensitive_Value::take( $text ) );
	}

	/**
	 * Removes quotation marks and escapes, also those at the start that remain when a browser removes line ends.
	 */
	private static function value( #[SensitiveParameter] string $argument ): string {
		$unescaped = (string) preg_replace( '/\\\\(.)/s', '$1', Sensitive_Value::take( $argument ) );
		return ltrim( (string) preg_replace( '/\$?\'([^\']*+)\'|"([^"]*+)"/', '$1$2', $unescaped ), " '\"" );
	}
}
