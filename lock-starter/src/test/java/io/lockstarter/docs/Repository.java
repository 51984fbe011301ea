package io.lockstarter.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists the files of the project, without the results of builds. */
final class Repository {

	private static final Set<String> SKIPPED = Set.of("target", "build", ".git", ".gradle", "node_modules", "images");

	private Repository() {
	}

	/** Returns the documents whose links and commands are checked. */
	static List<Path> documents() {
		return Stream
			.concat(Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md").map(Pages.ROOT::resolve),
					files(Pages.ROOT.resolve("docs"), ".md").stream())
			.toList();
	}

	static List<Path> files(Path root, String ending) {
		List<Path> found = new ArrayList<>();
		try {
			Files.walkFileTree(root, new SimpleFileVisitor<>() {

				@Override
				public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
					Path name = directory.getFileName();
					return (name != null && SKIPPED.contains(name.toString())) ? FileVisitResult.SKIP_SUBTREE
							: FileVisitResult.CONTINUE;
				}

				@Override
				public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
					if (file.toString().endsWith(ending)) {
						found.add(file);
					}
					return FileVisitResult.CONTINUE;
				}

			});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return found;
	}

	/** Returns the text of all files with an ending. */
	static String text(String ending) {
		return files(Pages.ROOT, ending).stream().map(Pages::read).collect(Collectors.joining("\n"));
	}

}
