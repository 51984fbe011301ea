import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** An element of a pom.xml. What is not there is empty. */
record Pom(Element element) {

	static Pom read(Path file) {
		try {
			return new Pom(DocumentBuilderFactory.newInstance()
				.newDocumentBuilder()
				.parse(file.toFile())
				.getDocumentElement());
		}
		catch (IOException | SAXException | ParserConfigurationException ex) {
			throw new IllegalStateException("cannot read " + file + ": " + ex.getMessage(), ex);
		}
	}

	String name() {
		return this.element.getTagName();
	}

	String text() {
		return this.element.getTextContent().strip();
	}

	String text(String child) {
		return children().stream().filter((it) -> it.name().equals(child)).map(Pom::text).findFirst().orElse("");
	}

	String coordinates() {
		return text("groupId") + ":" + text("artifactId");
	}

	/** The children of the element at the end of a path of names. */
	List<Pom> children(String... path) {
		List<Pom> found = List.of(this);
		for (String name : path) {
			found = found.stream()
				.flatMap((it) -> it.children().stream())
				.filter((it) -> it.name().equals(name))
				.toList();
		}
		return found.stream().flatMap((it) -> it.children().stream()).toList();
	}

	List<Pom> anywhere(String name) {
		return list(this.element.getElementsByTagName(name));
	}

	private List<Pom> children() {
		return list(this.element.getChildNodes());
	}

	private static List<Pom> list(NodeList nodes) {
		List<Pom> list = new ArrayList<>();
		for (int i = 0; i < nodes.getLength(); i++) {
			Node node = nodes.item(i);
			if (node instanceof Element element) {
				list.add(new Pom(element));
			}
		}
		return list;
	}

}
