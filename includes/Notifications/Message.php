<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

/**
 * A message in the language of its reader, as plain text.
 */
final class Message {
	/**
	 * @param string       $title      Subject of an e-mail, and first line in a chat.
	 * @param list<string> $lines
	 * @param string       $url        Where the reader sees more.
	 * @param string       $link_label Label of that link.
	 */
	public function __construct(
		public readonly string $title,
		public readonly array $lines,
		public readonly string $url,
		public readonly string $link_label,
	) {}

	/**
	 * Returns the title and the lines for a chat.
	 */
	public function text(): string {
		return self::without_links( implode( "\n", array( $this->title, ...$this->lines ) ) );
	}

	/**
	 * Returns the lines for an e-mail.
	 *
	 * @return list<string>
	 */
	public function body_lines(): array {
		return array_map( self::without_links( ... ), $this->lines );
	}

	/**
	 * Adds a zero-width space to addresses. Chats and mail programs turn `https://a.example`, `a.example` and
	 * `a@a.example` into links, and a name may contain one. File names such as wp-config.php stay.
	 */
	private static function without_links( string $text ): string {
		return (string) preg_replace( '~(?<=:)(?=//)|(?<=[.\x{3002}\x{FF0E}\x{FF61}])(?=\p{L}{2})(?!php\b)~u', "\u{200B}", mb_scrub( $text, 'UTF-8' ) );
	}
}
